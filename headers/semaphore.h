#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <cassay/time_types.h>

typedef union {
  struct {
    unsigned __value;
  } __data;
#ifdef __LP64__
  char __size[32];
#else
  char __size[16];
#endif
  long __align;
} sem_t;
#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *__CASSAY_RESTRICT, const struct timespec *__CASSAY_RESTRICT);
int sem_clockwait(sem_t *__CASSAY_RESTRICT, int, const struct timespec *__CASSAY_RESTRICT);
int sem_post(sem_t *);
int sem_getvalue(sem_t *__CASSAY_RESTRICT, int *__CASSAY_RESTRICT);

#endif
