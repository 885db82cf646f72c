// Locks for many readers or one writer. If deadlocks are looked for, a lock records one of its readers, and
// how often that one has come, until it goes. Which one is chosen freely: a writer waits for all of them, so that
// any one that never goes is enough to block it.
#include "pthread/threads.h"

int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                        const pthread_rwlockattr_t *restrict attributes) {
  lock->__data.__readers = 0;
  lock->__data.__writer = 0;
  lock->__data.__owner = 0;
  lock->__data.__shares = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  CLAIM(lock->__data.__readers == 0 && lock->__data.__writer == 0,
        "the lock that is destroyed is not held");
  return 0;
}

// Lets the lock record the reader that comes, or keep the one that it has recorded.
static void record(pthread_rwlock_t *lock) {
  int owner = (int)lock->__data.__owner;
  if (owner == SELF)
    lock->__data.__shares++;
  else if (owner == 0 || __cassay_any_bool("the reader that comes is the one that is recorded")) {
    lock->__data.__owner = SELF;
    lock->__data.__shares = 1;
  }
}

static int enter(pthread_rwlock_t *lock, _Bool write, _Bool wait) {
  __VERIFIER_atomic_begin();
  _Bool own = lock->__data.__writer == SELF;
  _Bool available = lock->__data.__writer == 0 && (!write || lock->__data.__readers == 0);
  int result = 0;
  if (!available && !wait)
    result = EBUSY;
  else if (own)
    result = EDEADLK;
  else {
    int holder = lock->__data.__writer;
    if (__cassay_checks_deadlock && holder == 0)
      holder = (int)lock->__data.__owner;
    __cassay_wait_for(available, holder);
    if (wait)
      __cassay_claim_order(lock, write ? 2 : 1);
    __cassay_hold(lock, write ? 2 : 1);
    if (write)
      lock->__data.__writer = SELF;
    else {
      lock->__data.__readers++;
      if (__cassay_checks_deadlock)
        record(lock);
    }
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return enter(lock, 0, 1); }

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return enter(lock, 0, 0); }

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { return enter(lock, 1, 1); }

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { return enter(lock, 1, 0); }

static int enter_in_time(pthread_rwlock_t *lock, _Bool write, const struct timespec *time) {
  TOUCH(time);
  int result = enter(lock, write, 0);
  if (result != EBUSY)
    return result;
  return time->tv_nsec < 0 || time->tv_nsec >= 1000000000 ? EINVAL : ETIMEDOUT;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                               const struct timespec *restrict time) {
  return enter_in_time(lock, 0, time);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                               const struct timespec *restrict time) {
  return enter_in_time(lock, 1, time);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict time) {
  return enter_in_time(lock, 0, time);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict time) {
  return enter_in_time(lock, 1, time);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  __VERIFIER_atomic_begin();
  if (lock->__data.__writer != 0) {
    CLAIM(lock->__data.__writer == SELF, "the lock is released by the thread that holds it");
    __cassay_hold(lock, 0);
    lock->__data.__writer = 0;
  } else {
    CLAIM(lock->__data.__readers > 0, "the lock that is released is held");
    __cassay_hold(lock, 0);
    lock->__data.__readers--;
    if (__cassay_checks_deadlock && lock->__data.__owner == SELF && --lock->__data.__shares == 0)
      lock->__data.__owner = 0;
  }
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
  attributes->__align = 0;
  return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) {
  if (shared != 0 && shared != 1)
    return EINVAL;
  attributes->__align = shared;
  return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attributes,
                                  int *restrict shared) {
  *shared = (int)attributes->__align;
  return 0;
}
