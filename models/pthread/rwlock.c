// Locks for many readers or one writer.
#include "pthread/threads.h"

int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                        const pthread_rwlockattr_t *restrict attributes) {
  lock->__data.__readers = 0;
  lock->__data.__writer = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  CLAIM(lock->__data.__readers == 0 && lock->__data.__writer == 0,
        "the lock that is destroyed is not held");
  return 0;
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
    __cassay_wait(available);
    if (write)
      lock->__data.__writer = SELF;
    else
      lock->__data.__readers++;
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return enter(lock, 0, 1); }

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return enter(lock, 0, 0); }

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { return enter(lock, 1, 1); }

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { return enter(lock, 1, 0); }

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  __VERIFIER_atomic_begin();
  if (lock->__data.__writer != 0) {
    CLAIM(lock->__data.__writer == SELF, "the lock is released by the thread that holds it");
    lock->__data.__writer = 0;
  } else {
    CLAIM(lock->__data.__readers > 0, "the lock that is released is held");
    lock->__data.__readers--;
  }
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
  attributes->__align = 0;
  return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) { return 0; }
