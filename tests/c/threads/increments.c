//! Two threads increment a variable: without protection an update can be lost.
//@ revisions: lost range locked atomic section
//@ flags: --no-simulation --no-memory-leak-check
//@[lost] verdict: unsafe
//@[range] flags: -DRANGE
//@[range] verdict: safe
//@[locked] flags: -DLOCKED
//@[locked] verdict: safe
//@[atomic] flags: -DATOMIC
//@[atomic] verdict: safe
//@[section] flags: -DSECTION
//@[section] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifdef ATOMIC
atomic_int x;
#else
int x;
#endif
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *unused) {
#if defined LOCKED
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
#elif defined SECTION
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
#else
  x++;
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef RANGE
  assert(x == 1 || x == 2);
#else
  assert(x == 2); //~[lost] assertion
#endif
  return 0;
}
