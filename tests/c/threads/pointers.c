//! Pointers that threads exchange: to variables, to the heap, and to objects that a thread that is
//! created later makes.
//@ revisions: later wrong local swapped
//@ flags: --no-simulation --no-memory-leak-check
//@[later] verdict: safe
//@[wrong] flags: -DWRONG
//@[wrong] verdict: unsafe
//@[local] flags: -DLOCAL
//@[local] verdict: safe
//@[swapped] flags: -DSWAPPED
//@[swapped] verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;
int one = 1, two = 2;
int *pointer = &one;

static void *reads(void *unused) {
  int *seen = shared;
  if (seen) {
#ifdef WRONG
    assert(*seen == 6); //~[wrong] assertion
#else
    assert(*seen == 5);
#endif
  }
  return NULL;
}

static void *makes(void *unused) {
  int *made = malloc(sizeof *made);
  if (made) {
    *made = 5;
    shared = made;
  }
  return NULL;
}

static void *adds(void *to) { ++*(int *)to; return NULL; }
static void *swaps(void *unused) { pointer = &two; return NULL; }

int main(void) {
  pthread_t a, b;
#if defined LOCAL
  int local = 3;
  pthread_create(&a, NULL, adds, &local);
  pthread_join(a, NULL);
  assert(local == 4);
#elif defined SWAPPED
  pthread_create(&a, NULL, swaps, NULL);
  *pointer = 9;
  pthread_join(a, NULL);
  assert(one == 9); //~[swapped] assertion
#else
  pthread_create(&a, NULL, reads, NULL);
  pthread_create(&b, NULL, makes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#endif
  return 0;
}
