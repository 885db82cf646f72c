//! Addresses as numbers: objects that threads create side by side share none; what another thread frees may be
//! allocated again, which is not followed.
//@ revisions: apart same reused
//@ flags: --no-simulation --no-memory-leak-check --unwind 4
//@[apart] flags: -DAPART
//@[apart] verdict: safe
//@[same] flags: -DAPART -DSAME
//@[same] verdict: unsafe
//@[reused] flags: -DREUSED
//@[reused] verdict: unknown
//@[reused] because: an address that one thread frees
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t shared;

static void *works(void *unused) {
  int *own = malloc(sizeof *own);
  if (!own)
    return NULL;
#ifdef REUSED
  assert((uintptr_t)own != shared);
#else
  *own = 1;
  shared = (uintptr_t)own;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *own;
#ifdef APART
  pthread_create(&thread, NULL, works, NULL);
#endif
  own = malloc(sizeof *own);
  if (!own)
    return 0;
  *own = 2;
  shared = (uintptr_t)own;
#ifdef APART
  int *seen = (int *)shared;
  assert(*seen == 1 || *seen == 2);
#ifdef SAME
  assert(*seen == 2); //~[same] assertion
#endif
#else
  pthread_create(&thread, NULL, works, NULL);
  free(own);
#endif
  pthread_join(thread, NULL);
  return 0;
}
