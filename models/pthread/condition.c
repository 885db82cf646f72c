// Condition variables. A wait unlocks the mutex and locks it again. It may end without a signal, as POSIX
// allows: so signals need not be followed, unless deadlocks are looked for. Then a condition records
// which threads wait for it, one bit for each, and a thread whether its last wait has ended without a signal:
// it does not wait again then, until the check clears that. See crates/checks/src/wakeups.rs.
#include "pthread/threads.h"
#include <string.h>
#include <threads.h>

#define NOTE() __cassay_note("waiting for a condition may end without a signal")

int pthread_cond_init(pthread_cond_t *restrict condition,
                      const pthread_condattr_t *restrict attributes) {
  condition->__data.__sequence = 0;
  condition->__data.__waiters = 0;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  TOUCH(condition);
  if (__cassay_checks_deadlock)
    CLAIM(condition->__data.__waiters == 0, "no thread waits for the condition that is destroyed");
  return 0;
}

// Wakes any one of the threads that wait.
int pthread_cond_signal(pthread_cond_t *condition) {
  TOUCH(condition);
  if (__cassay_checks_deadlock) {
    __VERIFIER_atomic_begin();
    unsigned waiters = condition->__data.__waiters;
    unsigned woken = waiters;
    if ((waiters & (waiters - 1)) != 0) {
      unsigned char number = __cassay_any_uchar("the thread that is woken");
      __cassay_assume(number < 32 && (waiters >> number & 1) != 0);
      woken = 1u << number;
    }
    if (waiters != 0)
      condition->__data.__waiters = waiters & ~woken;
    __VERIFIER_atomic_end();
  }
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  TOUCH(condition);
  if (__cassay_checks_deadlock) {
    __VERIFIER_atomic_begin();
    condition->__data.__waiters = 0;
    __VERIFIER_atomic_end();
  }
  return 0;
}

// Unlocks the mutex and records that the thread waits, at once. The bit of the thread; 0 if the mutex cannot
// be unlocked.
static unsigned begin_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int *result) {
  if (__cassay_thread >= 32)
    __cassay_unsupported("more than 32 threads with condition variables");
  unsigned own = 1u << (__cassay_thread & 31);
  __VERIFIER_atomic_begin();
  *result = pthread_mutex_unlock(mutex);
  if (*result == 0)
    condition->__data.__waiters |= own;
  __VERIFIER_atomic_end();
  return *result == 0 ? own : 0;
}

static int wait_for_signal(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  int result;
  unsigned own = begin_wait(condition, mutex, &result);
  if (own == 0)
    return result;
  __VERIFIER_atomic_begin();
  __cassay_wait((condition->__data.__waiters & own) == 0);
  __VERIFIER_atomic_end();
  return pthread_mutex_lock(mutex);
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  NOTE();
  TOUCH(condition);
  if (__cassay_checks_deadlock) {
    __cassay_assume(!__cassay_woken);
    __cassay_woken = __cassay_any_bool("the wait ends without a signal");
    if (!__cassay_woken)
      return wait_for_signal(condition, mutex);
  }
  int result = pthread_mutex_unlock(mutex);
  return result == 0 ? pthread_mutex_lock(mutex) : result;
}

// Takes a signal, or the time is over.
static int wait_for_a_time(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  int result;
  unsigned own = begin_wait(condition, mutex, &result);
  if (own == 0)
    return result;
  __VERIFIER_atomic_begin();
  _Bool over = (condition->__data.__waiters & own) != 0;
  condition->__data.__waiters &= ~own;
  __VERIFIER_atomic_end();
  result = pthread_mutex_lock(mutex);
  return result == 0 && over ? ETIMEDOUT : result;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time) {
  TOUCH(time);
  if (__cassay_checks_deadlock && !__cassay_any_bool("the wait ends without a signal"))
    return wait_for_a_time(condition, mutex);
  NOTE();
  TOUCH(condition);
  int result = pthread_mutex_unlock(mutex);
  if (result == 0)
    result = pthread_mutex_lock(mutex);
  return result == 0 && __cassay_any_bool("the time is over") ? ETIMEDOUT : result;
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           clockid_t clock, const struct timespec *restrict time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_cond_timedwait(condition, mutex, time);
}

int cnd_init(cnd_t *condition) {
  pthread_cond_init(condition, NULL);
  return thrd_success;
}

void cnd_destroy(cnd_t *condition) { TOUCH(condition); }

int cnd_signal(cnd_t *condition) {
  pthread_cond_signal(condition);
  return thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
  pthread_cond_broadcast(condition);
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
