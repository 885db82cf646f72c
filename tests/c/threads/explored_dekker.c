//! Dekker's algorithm with endless loops: a thread that gives way must wait for its turn.
//@ revisions: safe broken
//@ flags: --no-memory-leak-check
//@[safe] verdict: safe
//@[safe] contains: proved by exploring
//@[broken] flags: -DBROKEN
//@[broken] verdict: unsafe
#include <assert.h>
#include <pthread.h>

volatile _Bool wants[2];
volatile int turn;
int inside;

static void lock(int self) {
  wants[self] = 1;
  while (wants[!self]) {
    if (turn != self) {
      wants[self] = 0;
      while (turn != self) {
      }
#ifdef BROKEN
      break;
#endif
      wants[self] = 1;
    }
  }
}

static void unlock(int self) {
  turn = !self;
  wants[self] = 0;
}

static void *worker(void *argument) {
  int self = argument != NULL;
  while (1) {
    lock(self);
    inside++;
    assert(inside == 1); //~[broken] assertion
    inside--;
    unlock(self);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(&thread);
  return 0;
}
