// Attributes of threads, mutexes and condition variables.
#include "pthread/threads.h"
#include <string.h>

int pthread_attr_init(pthread_attr_t *attributes) {
  memset(attributes, 0, sizeof *attributes);
  attributes->__data.__stack_size = 8 << 20;
  attributes->__data.__guard_size = 4096;
  return 0;
}

// Called by Cassay after a thread was created with attributes.
void __cassay_started(const pthread_attr_t *attributes, pthread_t thread) {
  if (attributes && attributes->__data.__detach == PTHREAD_CREATE_DETACHED)
    pthread_detach(thread);
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
  TOUCH(attributes);
  return 0;
}

#define FIELD(name, field, type, valid)                                                            \
  int pthread_attr_set##name(pthread_attr_t *attributes, type value) {                             \
    if (!(valid))                                                                                  \
      return EINVAL;                                                                               \
    attributes->__data.field = value;                                                              \
    return 0;                                                                                      \
  }                                                                                                \
  int pthread_attr_get##name(const pthread_attr_t *restrict attributes, type *restrict value) {    \
    *value = attributes->__data.field;                                                             \
    return 0;                                                                                      \
  }

FIELD(detachstate, __detach, int, value == 0 || value == 1)
FIELD(scope, __scope, int, value == 0)
FIELD(inheritsched, __inherit, int, value == 0 || value == 1)
FIELD(schedpolicy, __policy, int, value >= 0 && value <= 2)
FIELD(stacksize, __stack_size, size_t, value >= 16384)
FIELD(guardsize, __guard_size, size_t, 1)

int pthread_attr_setschedparam(pthread_attr_t *restrict attributes,
                               const struct sched_param *restrict param) {
  attributes->__data.__priority = param->sched_priority;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict attributes,
                               struct sched_param *restrict param) {
  param->sched_priority = attributes->__data.__priority;
  return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size) {
  attributes->__data.__stack = stack;
  return pthread_attr_setstacksize(attributes, size);
}

int pthread_attr_getstack(const pthread_attr_t *restrict attributes, void **restrict stack,
                          size_t *restrict size) {
  *stack = attributes->__data.__stack;
  return pthread_attr_getstacksize(attributes, size);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  attributes->__align = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
  TOUCH(attributes);
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  if (type < 0 || type > 3)
    return EINVAL;
  attributes->__align = (attributes->__align & ~3) | type;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type) {
  *type = attributes->__align & 3;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  attributes->__align = (attributes->__align & ~4) | shared << 2;
  return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attributes,
                                 int *restrict shared) {
  *shared = attributes->__align >> 2 & 1;
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  if (protocol < 0 || protocol > 2)
    return EINVAL;
  attributes->__align = (attributes->__align & ~24) | protocol << 3;
  return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attributes,
                                  int *restrict protocol) {
  *protocol = attributes->__align >> 3 & 3;
  return 0;
}

// A robust mutex is given to the next thread when its owner ends, which is not modelled.
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  TOUCH(attributes);
  if (robust == 1)
    __cassay_unsupported("robust mutexes");
  return robust == 0 ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict attributes,
                                int *restrict robust) {
  TOUCH(attributes);
  *robust = 0;
  return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling) {
  if (ceiling < 0 || ceiling > 99)
    return EINVAL;
  attributes->__align = (attributes->__align & 31) | ceiling << 5;
  return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict attributes,
                                     int *restrict ceiling) {
  *ceiling = attributes->__align >> 5;
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes) {
  attributes->__align = 0;
  return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes) { return 0; }

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  attributes->__align = (attributes->__align & 1) | (int)clock << 1;
  return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict attributes,
                              clockid_t *restrict clock) {
  *clock = attributes->__align >> 1;
  return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  attributes->__align = (attributes->__align & ~1) | shared;
  return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *restrict attributes,
                                int *restrict shared) {
  *shared = attributes->__align & 1;
  return 0;
}
