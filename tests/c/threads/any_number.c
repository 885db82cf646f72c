//! Claims hold for any number of threads, which are created without end: a proof by induction over steps.
//@ revisions: lock broken max unguarded once
//@ flags: --no-memory-leak-check --no-simulation --no-overflow-check
//@[lock] flags: -DLOCK
//@[lock] verdict: safe
//@[broken] flags: -DLOCK -DBROKEN
//@[broken] verdict: unsafe
//@[max] flags: -DMAX
//@[max] verdict: safe
//@[unguarded] flags: -DMAX -DBROKEN
//@[unguarded] verdict: unsafe
//@[once] flags: -DONCE
//@[once] verdict: safe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int taken, a, b, most, state, seed;

void __VERIFIER_atomic_acquire(int *lock) {
  __VERIFIER_assume(*lock == 0);
  *lock = 1;
}

void __VERIFIER_atomic_release(int *lock) {
  __VERIFIER_assume(*lock == 1);
  *lock = 0;
}

void __VERIFIER_atomic_swap(int *at, int expected, int wanted, int *done) {
  *done = *at == expected;
  if (*done)
    *at = wanted;
}

static void *works(void *unused) {
#ifdef LOCK
#ifndef BROKEN
  __VERIFIER_atomic_acquire(&taken);
#endif
  assert(a == b); //~[broken] assertion
  a = 1;
  b = 1;
  a = 0;
  b = 0;
#ifndef BROKEN
  __VERIFIER_atomic_release(&taken);
#endif
#elif defined MAX
  int own = __VERIFIER_nondet_int();
  while (1) {
    int seen = most;
    if (own <= seen)
      break;
#ifdef BROKEN
    most = own;
    break;
#else
    int done;
    __VERIFIER_atomic_swap(&most, seen, own, &done);
    if (done)
      break;
#endif
  }
  assert(own <= most); //~[unguarded] assertion
#else
  __VERIFIER_atomic_acquire(&taken);
  if (state == 0) {
    seed = 1;
    state = 1;
  }
  __VERIFIER_atomic_release(&taken);
  assert(seed != 0);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, NULL, works, NULL);
}
