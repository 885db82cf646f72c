//! Peterson's algorithm with endless loops has few states: it is proved by looking at all of them.
//@ revisions: safe flag_late no_turn
//@ flags: --no-memory-leak-check
//@[safe] verdict: safe
//@[safe] contains: proved by exploring
//@[flag_late] flags: -DFLAG_LATE
//@[flag_late] verdict: unsafe
//@[no_turn] flags: -DNO_TURN
//@[no_turn] verdict: unsafe
#include <assert.h>
#include <pthread.h>

volatile int wants[2], turn, inside;

static void *enter(void *argument) {
  int self = argument != NULL;
  while (1) {
#ifdef FLAG_LATE
    turn = !self;
    wants[self] = 1;
#else
    wants[self] = 1;
#ifndef NO_TURN
    turn = !self;
#endif
#endif
    while (wants[!self] && turn == !self) {
    }
    inside = self;
    assert(inside == self); //~[flag_late] assertion //~[no_turn] assertion
    wants[self] = 0;
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  enter(&thread);
  return 0;
}
