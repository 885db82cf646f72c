//! Memory that threads allocate and release is left, or not, when the process ends.
//@ revisions: left freed handed kept returned released running exits explored tracked lost found
//@[left] flags: --memory-leak-check -DLEFT
//@[left] verdict: unsafe
//@[freed] flags: --memory-leak-check -DFREED
//@[freed] verdict: safe
//@[handed] flags: --memory-leak-check -DHANDED
//@[handed] verdict: safe
//@[kept] flags: --memory-leak-check -DHANDED -DKEPT
//@[kept] verdict: unsafe
//@[returned] flags: --memory-leak-check -DRETURNED
//@[returned] verdict: unsafe
//@[released] flags: --memory-leak-check -DRETURNED -DRELEASED
//@[released] verdict: safe
//@[running] flags: --memory-leak-check -DFREED -DRUNNING
//@[running] verdict: unsafe
//@[running] unseen: the thread is ended before it loses the object
//@[exits] flags: --memory-leak-check -DFREED -DEXITS --no-simulation --incremental-bmc
//@[exits] verdict: unknown
//@[exits] because: where another thread than the first ends the program
//@[explored] flags: --memory-leak-check -DFREED -DEXITS
//@[explored] verdict: safe
//@[tracked] flags: --property valid-memsafety -DFREED
//@[tracked] verdict: safe
//@[lost] flags: --property valid-memsafety -DLEFT --no-simulation --incremental-bmc
//@[lost] verdict: unknown
//@[lost] because: whether memory is still pointed to while other threads run
//@[found] flags: --property valid-memsafety -DLEFT
//@[found] verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

static void *works(void *given) {
  int *own = NULL;
#if defined LEFT || defined FREED || defined RETURNED
  own = malloc(sizeof *own);
#endif
#ifdef FREED
  free(own);
#endif
#if defined HANDED && !defined KEPT
  free(given);
#endif
#ifdef EXITS
  exit(0);
#endif
#ifdef RETURNED
  return own;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *given = NULL;
  void *result = NULL;
#ifdef HANDED
  given = malloc(sizeof *given);
#endif
  pthread_create(&thread, NULL, works, given);
#ifndef RUNNING
  pthread_join(thread, &result);
#endif
#ifdef RELEASED
  free(result);
#endif
  return 0; //~[left] memory-cleanup //~[kept] memory-cleanup //~[returned] memory-cleanup //~[running] memory-cleanup //~[found] memory-leak
}
