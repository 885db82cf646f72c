//! A thread that goes no further hides nothing that others do.
//@ revisions: assumed locked after
//@ flags: --no-simulation --no-memory-leak-check
//@[assumed] verdict: unsafe
//@[locked] flags: -DLOCKED
//@[locked] verdict: unsafe
//@[after] flags: -DAFTER
//@[after] verdict: safe
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

int x, y;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#else
  __VERIFIER_assume(x == 1);
#endif
  y = 1;
  return NULL;
}

static void *fails(void *unused) {
#ifdef AFTER
  assert(y == 0);
#else
  assert(0); //~[assumed] assertion //~[locked] assertion
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, fails, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(0 == 1 - y);
  return 0;
}
