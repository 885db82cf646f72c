//! Each of any number of threads looks at some elements of an array, which its input selects.
//@ revisions: whole torn beyond
//@ flags: --no-memory-leak-check --no-simulation --no-overflow-check
//@[whole] verdict: safe
//@[torn] flags: -DTORN
//@[torn] verdict: unsafe
//@[beyond] flags: -DBEYOND
//@[beyond] verdict: unsafe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifdef BEYOND
#define PARTS 10
#else
#define PARTS 9
#endif

int most = -1, values[9] = {4, 1, 7, 2, 8, 3, 6, 5, 9};

static void look(int from) {
  for (int i = from; i < from + 3; i++) {
    int value = values[i]; //~[beyond] bounds
#ifndef TORN
    __VERIFIER_atomic_begin();
#endif
    if (value > most)
      most = value;
#ifndef TORN
    __VERIFIER_atomic_end();
#endif
    assert(value <= most); //~[torn] assertion
  }
}

static void *works(void *unused) {
  int from = __VERIFIER_nondet_int();
  __VERIFIER_assume(from % 3 == 0 && from >= 0 && from < PARTS);
  look(from);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, works, 0);
}
