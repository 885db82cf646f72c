// Condition variables. A wait unlocks the mutex and locks it again. It may end without a signal, as POSIX
// allows.
#include "pthread/threads.h"
#include <string.h>
#include <threads.h>

#define NOTE() __cassay_note("waiting for a condition may end without a signal")

int pthread_cond_init(pthread_cond_t *restrict condition,
                      const pthread_condattr_t *restrict attributes) {
  condition->__data.__sequence = 0;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  TOUCH(condition);
  return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  TOUCH(condition);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  TOUCH(condition);
  return 0;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  NOTE();
  TOUCH(condition);
  int result = pthread_mutex_unlock(mutex);
  return result == 0 ? pthread_mutex_lock(mutex) : result;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time) {
  TOUCH(time);
  int result = pthread_cond_wait(condition, mutex);
  return result == 0 && __cassay_any_bool("the time is over") ? ETIMEDOUT : result;
}

int cnd_init(cnd_t *condition) {
  pthread_cond_init(condition, NULL);
  return thrd_success;
}

void cnd_destroy(cnd_t *condition) { TOUCH(condition); }

int cnd_signal(cnd_t *condition) {
  TOUCH(condition);
  return thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
  TOUCH(condition);
  return thrd_success;
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return pthread_cond_wait(condition, mutex) == 0 ? thrd_success : thrd_error;
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict time) {
  int result = pthread_cond_timedwait(condition, mutex, time);
  return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
