// Semaphores.
#include "pthread/threads.h"
#include <limits.h>
#include <semaphore.h>

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  semaphore->__data.__value = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) {
  TOUCH(semaphore);
  return 0;
}

int sem_wait(sem_t *semaphore) {
  __VERIFIER_atomic_begin();
  __cassay_wait(semaphore->__data.__value > 0);
  semaphore->__data.__value--;
  __VERIFIER_atomic_end();
  return 0;
}

static int try_wait(sem_t *semaphore, int error) {
  __VERIFIER_atomic_begin();
  _Bool available = semaphore->__data.__value > 0;
  if (available)
    semaphore->__data.__value--;
  __VERIFIER_atomic_end();
  if (available)
    return 0;
  errno = error;
  return -1;
}

int sem_trywait(sem_t *semaphore) { return try_wait(semaphore, EAGAIN); }

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  TOUCH(time);
  return try_wait(semaphore, ETIMEDOUT);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                  const struct timespec *restrict time) {
  return sem_timedwait(semaphore, time);
}

int sem_post(sem_t *semaphore) {
  __VERIFIER_atomic_begin();
  _Bool room = semaphore->__data.__value < SEM_VALUE_MAX;
  if (room)
    semaphore->__data.__value++;
  __VERIFIER_atomic_end();
  if (room)
    return 0;
  errno = EOVERFLOW;
  return -1;
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = (int)semaphore->__data.__value;
  return 0;
}
