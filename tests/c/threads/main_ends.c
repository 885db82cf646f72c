//! When the first thread returns, the process ends: nobody uses its variables any more. When it leaves
//! by `pthread_exit`, the others go on.
//@ revisions: returns exits
//@ flags: --no-simulation --no-memory-leak-check
//@[returns] verdict: safe
//@[exits] flags: -DEXITS
//@[exits] verdict: unsafe
#include <assert.h>
#include <pthread.h>

int gone;

static void *uses(void *of_main) {
  *(int *)of_main = 1;
  assert(!gone); //~[exits] assertion
  return NULL;
}

int main(void) {
  static int kept;
  int local = 0;
  pthread_t thread;
#ifdef EXITS
  pthread_create(&thread, NULL, uses, &kept);
  gone = 1;
  pthread_exit(NULL);
#else
  pthread_create(&thread, NULL, uses, &local);
#endif
  return 0;
}
