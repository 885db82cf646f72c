//! What a thread returns, or leaves with, reaches whoever joins it.
//@ revisions: fine wrong which
//@ flags: --no-simulation --no-memory-leak-check
//@[fine] verdict: safe
//@[wrong] flags: -DWRONG
//@[wrong] verdict: unsafe
//@[which] flags: -DWHICH
//@[which] verdict: unsafe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static void deep(void) { pthread_exit((void *)4); }
static void *leaves(void *unused) {
  deep();
  return (void *)5;
}
static void *returns(void *value) { return value; }

int main(void) {
  pthread_t threads[2];
  void *result;
  pthread_create(&threads[0], NULL, leaves, NULL);
  pthread_create(&threads[1], NULL, returns, (void *)6);
#ifdef WHICH
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index > 1)
    return 0;
  pthread_join(threads[index], &result);
  assert(result == (void *)4); //~[which] assertion
#else
  pthread_join(threads[0], &result);
  assert(result == (void *)4);
  pthread_join(threads[1], &result);
#ifdef WRONG
  assert(result != (void *)6); //~[wrong] assertion
#else
  assert(result == (void *)6);
#endif
#endif
  return 0;
}
