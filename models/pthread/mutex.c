// Mutexes. A thread that would wait for ever has no further execution.
#include "pthread/threads.h"
#include <threads.h>

// A mutex records its owner; 0 is nobody. Recursive ones count how often the owner has locked them again.
// Nothing else is written, because every access to a mutex is one that threads share.
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  mutex->__data.__lock = 0;
  mutex->__data.__count = 0;
  mutex->__data.__owner = 0;
  mutex->__data.__kind = attributes ? attributes->__align & 3 : PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  CLAIM(mutex->__data.__owner == 0, "the mutex that is destroyed is not locked");
  mutex->__data.__kind = -1;
  return 0;
}

// Locks a mutex, inside of an atomic section; with `wait`, as soon as it is free.
static int lock(pthread_mutex_t *mutex, _Bool wait) {
  struct __pthread_mutex_s *state = &mutex->__data;
  CLAIM(state->__kind >= 0 && state->__kind <= 3, "the mutex is initialized");
  int owner = state->__owner;
  if (owner == SELF) {
    if (state->__kind == PTHREAD_MUTEX_RECURSIVE) {
      state->__count++;
      return 0;
    }
    if (!wait)
      return EBUSY;
    if (state->__kind == PTHREAD_MUTEX_ERRORCHECK)
      return EDEADLK;
    CLAIM(0, "the thread does not wait for a mutex that it holds itself");
  }
  if (wait)
    __cassay_wait_for(owner == 0, owner);
  else if (owner != 0)
    return EBUSY;
  if (wait)
    __cassay_claim_order(mutex, 2);
  __cassay_hold(mutex, 2);
  state->__owner = SELF;
  return 0;
}

static int unlock(pthread_mutex_t *mutex) {
  struct __pthread_mutex_s *state = &mutex->__data;
  int kind = state->__kind;
  if ((kind == PTHREAD_MUTEX_ERRORCHECK || kind == PTHREAD_MUTEX_RECURSIVE) &&
      state->__owner != SELF)
    return EPERM;
  CLAIM(state->__owner != 0, "the mutex that is unlocked is locked");
  CLAIM(state->__owner == SELF, "the mutex is unlocked by the thread that locked it");
  if (kind == PTHREAD_MUTEX_RECURSIVE && state->__count > 0) {
    state->__count--;
    return 0;
  }
  __cassay_hold(mutex, 0);
  state->__owner = 0;
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  __VERIFIER_atomic_begin();
  int result = lock(mutex, 1);
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  __VERIFIER_atomic_begin();
  int result = lock(mutex, 0);
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
  TOUCH(time);
  __VERIFIER_atomic_begin();
  struct __pthread_mutex_s *state = &mutex->__data;
  int result = lock(mutex, 0);
  if (result == EBUSY) {
    if (state->__kind == PTHREAD_MUTEX_ERRORCHECK && state->__owner == SELF)
      result = EDEADLK;
    else if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000)
      result = EINVAL;
    else
      result = ETIMEDOUT;
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_mutex_timedlock(mutex, time);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  __VERIFIER_atomic_begin();
  int result = unlock(mutex);
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex) { return EINVAL; }

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  attributes.__align = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_DEFAULT;
  pthread_mutex_init(mutex, &attributes);
  return thrd_success;
}

void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy(mutex); }

int mtx_lock(mtx_t *mutex) { return pthread_mutex_lock(mutex) == 0 ? thrd_success : thrd_error; }

int mtx_trylock(mtx_t *mutex) {
  return pthread_mutex_trylock(mutex) == 0 ? thrd_success : thrd_busy;
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time) {
  int result = pthread_mutex_timedlock(mutex, time);
  return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int mtx_unlock(mtx_t *mutex) {
  return pthread_mutex_unlock(mutex) == 0 ? thrd_success : thrd_error;
}
