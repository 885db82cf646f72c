//! A weak compare-exchange may fail spuriously, but not for ever: loops that repeat it end.
//@ revisions: loop once threads
//@[loop] flags: -DLOOP
//@[loop] verdict: safe
//@[once] flags: -DONCE
//@[once] verdict: unsafe
//@[threads] flags: -DTHREADS
//@[threads] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void increment(void) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &old, old + 1))
    ;
}

#ifdef THREADS
static void *run(void *unused) {
  increment();
  return unused;
}
#endif

int main(void) {
#ifdef LOOP
  increment();
  increment();
  assert(x == 2);
#elif defined ONCE
  int old = 0;
  atomic_compare_exchange_weak(&x, &old, 1);
  assert(x == 1); //~[once] assertion
#else
  pthread_t t;
  if (pthread_create(&t, 0, run, 0))
    return 0;
  increment();
  pthread_join(t, 0);
  assert(x == 2);
#endif
  return 0;
}
