//! Szymanski's algorithm for three threads, each of which enters again and again.
//@ revisions: safe broken
//@ flags: --no-memory-leak-check
//@[safe] verdict: safe
//@[safe] contains: proved by exploring
//@[broken] flags: -DBROKEN
//@[broken] verdict: unsafe
#include <assert.h>
#include <pthread.h>

#define COUNT 3

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

char flags[COUNT], inside;

// Whether all flags from one on, up to another, are among those of a set of bits.
static int all_among(int from, int to, int set) {
  for (int i = from; i < to; i++)
    if (!(set >> flags[i] & 1))
      return 0;
  return 1;
}

static void *worker(void *argument) {
  int self = *(int *)argument;
  while (1) {
    flags[self] = 1;
    while (!all_among(0, COUNT, 07)) {
    }
    flags[self] = 3;
    if (!all_among(0, COUNT, 035)) {
      flags[self] = 2;
      while (all_among(0, COUNT, 017)) {
      }
    }
    flags[self] = 4;
#ifndef BROKEN
    while (!all_among(0, self, 03)) {
    }
#endif
    __VERIFIER_atomic_begin();
    inside++;
    assert(inside == 1); //~[broken] assertion
    __VERIFIER_atomic_end();
    inside--;
    while (!all_among(self + 1, COUNT, 023)) {
    }
    flags[self] = 0;
  }
}

int main(void) {
  pthread_t threads[COUNT - 1];
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++)
    numbers[i] = i;
  for (int i = 1; i < COUNT; i++)
    pthread_create(&threads[i - 1], NULL, worker, &numbers[i]);
  worker(&numbers[0]);
  return 0;
}
