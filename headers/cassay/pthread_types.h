// Objects of <pthread.h>: the sizes of glibc, the contents of Cassay's models. Every object that a
// static initializer of glibc fills is all zero, except for the kind of a mutex.
#ifndef CASSAY_PTHREAD_TYPES_H
#define CASSAY_PTHREAD_TYPES_H

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

#ifdef __LP64__
#define __CASSAY_MUTEX_SIZE 40
#define __CASSAY_ATTR_SIZE 56
#define __CASSAY_RWLOCK_SIZE 56
#define __CASSAY_BARRIER_SIZE 32
#else
#define __CASSAY_MUTEX_SIZE 24
#define __CASSAY_ATTR_SIZE 36
#define __CASSAY_RWLOCK_SIZE 32
#define __CASSAY_BARRIER_SIZE 20
#endif

// The kind stands where glibc has it.
struct __pthread_mutex_s {
  int __lock;
  unsigned __count;
  int __owner;
#ifdef __LP64__
  unsigned __nusers;
  int __kind;
#else
  int __kind;
  unsigned __nusers;
#endif
};

typedef union {
  struct __pthread_mutex_s __data;
  char __size[__CASSAY_MUTEX_SIZE];
  long __align;
} pthread_mutex_t;

typedef union {
  struct {
    unsigned __sequence;
    unsigned __waiters;
    unsigned __wakeups;
  } __data;
  char __size[48];
  __extension__ long long __align;
} pthread_cond_t;

typedef union {
  struct {
    int __readers;
    int __writer;
    unsigned long __owner;
    unsigned __shares;
  } __data;
  char __size[__CASSAY_RWLOCK_SIZE];
  long __align;
} pthread_rwlock_t;

typedef union {
  struct {
    unsigned __count;
    unsigned __arrived;
    unsigned __round;
  } __data;
  char __size[__CASSAY_BARRIER_SIZE];
  long __align;
} pthread_barrier_t;

union pthread_attr_t {
  struct {
    int __detach;
    int __scope;
    int __inherit;
    int __policy;
    int __priority;
    unsigned long __stack_size;
    unsigned long __guard_size;
    void *__stack;
  } __data;
  char __size[__CASSAY_ATTR_SIZE];
  long __align;
};
typedef union pthread_attr_t pthread_attr_t;

typedef union {
  char __size[4];
  int __align;
} pthread_mutexattr_t;
typedef union {
  char __size[4];
  int __align;
} pthread_condattr_t;
typedef union {
  char __size[8];
  long __align;
} pthread_rwlockattr_t;
typedef union {
  char __size[4];
  int __align;
} pthread_barrierattr_t;

#endif
