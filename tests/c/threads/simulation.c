//! Violations that need many threads or many steps are found by executing some schedules.
//@ revisions: many safe approximate
//@ flags: --no-memory-leak-check
//@[many] flags: -DMANY
//@[many] verdict: unsafe
//@[safe] flags: -DSAFE --unwind 5 --no-unwinding-assertions
//@[safe] verdict: safe
//@[approximate] flags: -DAPPROXIMATE
//@[approximate] verdict: unknown
//@[approximate] because: rests on the approximate sin
#include <assert.h>
#include <pthread.h>
#include <math.h>

#ifdef MANY
#define COUNT 40
#elif defined(SAFE)
#define COUNT 4
#else
#define COUNT 12
#endif

int total;

static void *adds(void *unused) {
#ifdef SAFE
  __atomic_fetch_add(&total, 1, __ATOMIC_SEQ_CST);
#else
  total = total + 1;
#endif
  return NULL;
}

int main(void) {
#ifdef APPROXIMATE
  pthread_t thread;
  pthread_create(&thread, NULL, adds, NULL);
  assert(sin(total) < 0.5);
#else
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++)
    pthread_create(&threads[i], NULL, adds, NULL);
  for (int i = 0; i < COUNT; i++)
    pthread_join(threads[i], NULL);
  assert(total == COUNT); //~[many] assertion
#endif
  return 0;
}
