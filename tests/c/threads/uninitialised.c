//! Whether memory that threads share is initialised is known in single states only: passes never prove it.
//@ revisions: shared passes own
//@ flags: --no-simulation --no-memory-leak-check --uninitialised-check
//@[shared] verdict: safe
//@[passes] flags: --incremental-bmc
//@[passes] verdict: unknown
//@[passes] because: whether memory that threads share is initialised
//@[own] flags: -DOWN
//@[own] verdict: unsafe
#include <pthread.h>

static void *sets(void *place) {
#ifndef OWN
  *(int *)place = 1;
#endif
  return NULL;
}

int main(void) {
  int local;
  pthread_t thread;
  pthread_create(&thread, NULL, sets, &local);
  pthread_join(thread, NULL);
  return local > 0; //~[own] uninitialised
}
