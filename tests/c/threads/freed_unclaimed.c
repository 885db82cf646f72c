//! Memory that another thread releases is not used afterwards, even where no check asks for it.
//@ revisions: values joined
//@ flags: --no-simulation --no-memory-leak-check --no-pointer-check
//@[values] verdict: unknown
//@[values] because: memory access that no check guards
//@[joined] flags: -DJOINED
//@[joined] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

static void *releases(void *unused) {
  free(shared);
  return NULL;
}

int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&thread, NULL, releases, NULL);
#ifdef JOINED
  pthread_join(thread, NULL);
#else
  *shared = 1;
#endif
  return 0;
}
