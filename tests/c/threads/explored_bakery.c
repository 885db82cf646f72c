//! The bakery algorithm for three threads. A thread that does not say that it is choosing its number can be
//! overtaken.
//@ revisions: safe broken
//@ flags: --no-memory-leak-check
//@[safe] verdict: safe
//@[broken] flags: -DBROKEN
//@[broken] verdict: unsafe
#include <assert.h>
#include <pthread.h>

#ifdef BROKEN
#define COUNT 2
#else
#define COUNT 3
#endif

volatile _Bool choosing[COUNT];
volatile unsigned char number[COUNT];
int inside;

static void *worker(void *argument) {
  int self = *(int *)argument;
#ifndef BROKEN
  choosing[self] = 1;
#endif
  unsigned char greatest = 0;
  for (int i = 0; i < COUNT; i++) {
    unsigned char other = number[i];
    if (other > greatest)
      greatest = other;
  }
  number[self] = greatest + 1;
  choosing[self] = 0;
  for (int i = 0; i < COUNT; i++) {
    while (choosing[i]) {
    }
    while (1) {
      unsigned char other = number[i];
      if (other == 0 || other > number[self] || (other == number[self] && i >= self))
        break;
    }
  }
  inside = self;
  assert(inside == self); //~[broken] assertion
  number[self] = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[COUNT];
  int numbers[COUNT];
  for (int i = 0; i < COUNT; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, worker, &numbers[i]);
  }
  for (int i = 0; i < COUNT; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
