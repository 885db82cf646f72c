// Spin locks.
#include "pthread/threads.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
  CLAIM(*lock == 0, "the lock that is destroyed is not held");
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
  __VERIFIER_atomic_begin();
  CLAIM(*lock != SELF, "the thread does not wait for a lock that it holds itself");
  __cassay_wait_for(*lock == 0, *lock);
  __cassay_claim_order(lock, 2);
  __cassay_hold(lock, 2);
  *lock = SELF;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  __VERIFIER_atomic_begin();
  int result = *lock == 0 ? 0 : EBUSY;
  if (result == 0) {
    __cassay_hold(lock, 2);
    *lock = SELF;
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  __VERIFIER_atomic_begin();
  CLAIM(*lock == SELF, "the lock is released by the thread that holds it");
  __cassay_hold(lock, 0);
  *lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}
