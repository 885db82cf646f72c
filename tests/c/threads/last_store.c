//! What the first thread stores behind its last claim is seen by others.
//@ revisions: seen unseen
//@ flags: --no-simulation --no-memory-leak-check
//@[seen] verdict: unsafe
//@[unseen] flags: -DVALUE=0
//@[unseen] verdict: safe
#include <assert.h>
#include <pthread.h>
#ifndef VALUE
#define VALUE 1
#endif

int x;

static void *checks(void *unused) {
  assert(x == 0); //~[seen] assertion
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, checks, NULL);
  x = VALUE;
  return 0;
}
