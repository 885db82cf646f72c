//! Executions with few switches between threads: what comes after a violation needs none.
//@ revisions: none one two three late later alone
//@ flags: --no-simulation --no-memory-leak-check
//@[none] flags: --context-bound 0
//@[none] verdict: safe
//@[none] contains: no violation with up to 0 switches between threads
//@[one] flags: --context-bound 1
//@[one] verdict: safe
//@[one] contains: no violation with up to 1 switch between threads
//@[two] flags: --context-bound 2
//@[two] verdict: unsafe
//@[three] flags: --context-bound 3
//@[three] verdict: unsafe
//@[late] flags: --context-bound 3 -DLATE
//@[late] verdict: safe
//@[later] flags: --context-bound 4 -DLATE
//@[later] verdict: unsafe
//@[alone] flags: --context-bound 0 -DALONE
//@[alone] verdict: unsafe
#include <assert.h>
#include <pthread.h>

int x, y;

static void *writes(void *unused) {
  x = 1;
#ifdef LATE
  if (y == 1)
    x = 2;
#endif
  x = 0;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
#ifdef ALONE
  assert(0); //~[alone] assertion
#endif
#ifdef LATE
  y = x;
  assert(x != 2); //~[later] assertion
#else
  assert(x == 0); //~[two] assertion //~[three] assertion
#endif
  pthread_join(thread, NULL);
  return 0;
}
