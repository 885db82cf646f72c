//! Nobody sees what a thread writes in an atomic section that it never leaves; sections nest.
//@ revisions: unseen left nested inside
//@ flags: --no-simulation --no-memory-leak-check
//@[unseen] verdict: safe
//@[left] flags: -DLEFT
//@[left] verdict: unsafe
//@[nested] flags: -DNESTED
//@[nested] verdict: safe
//@[inside] flags: -DINSIDE
//@[inside] verdict: unsafe
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int x, y;

static void *writes(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
#if defined NESTED
  __VERIFIER_atomic_begin();
  x = 2;
  __VERIFIER_atomic_end();
  x = 0;
#elif defined INSIDE
  assert(x != 1); //~[inside] assertion
#elif !defined LEFT
  __VERIFIER_assume(y);
#endif
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  assert(x == 0); //~[left] assertion
  return 0;
}
