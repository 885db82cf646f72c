// Barriers: a given number of threads wait for each other.
#include "pthread/threads.h"

int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                         const pthread_barrierattr_t *restrict attributes, unsigned count) {
  if (count == 0)
    return EINVAL;
  barrier->__data.__count = count;
  barrier->__data.__arrived = 0;
  barrier->__data.__round = 0;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  CLAIM(barrier->__data.__arrived == 0, "no thread waits at the barrier that is destroyed");
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  __VERIFIER_atomic_begin();
  unsigned round = barrier->__data.__round;
  _Bool last = ++barrier->__data.__arrived == barrier->__data.__count;
  if (last) {
    barrier->__data.__arrived = 0;
    barrier->__data.__round++;
  }
  __VERIFIER_atomic_end();
  if (last)
    return PTHREAD_BARRIER_SERIAL_THREAD;
  __VERIFIER_atomic_begin();
  __cassay_wait(barrier->__data.__round != round);
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
  attributes->__align = 0;
  return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) { return 0; }

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared) { return 0; }
