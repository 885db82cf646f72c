//! A handler may run any number of times between two statements, and in loops that do nothing.
//@ revisions: many limited idle handler
//@ flags: --interrupt on_tick
//@[many] verdict: unsafe
//@[many] unseen: no sanitizer calls a handler
//@[limited] flags: --interrupt-limit 3
//@[limited] verdict: safe
//@[limited] contains: no violation with up to 3 interrupts
//@[idle] flags: -DIDLE
//@[idle] verdict: unsafe
//@[idle] unseen: no sanitizer calls a handler
//@[handler] flags: -DIDLE --interrupt-limit 4 --multi-property
//@[handler] verdict: safe
//@[handler] contains: not violated with up to 4 interrupts
#include <assert.h>

static volatile unsigned ticks;

void on_tick(void) {
  ticks++;
#ifdef IDLE
  assert(ticks < 5); //~[idle] assertion
#endif
}

int main(void) {
#ifdef IDLE
  for (;;)
    ;
#else
  unsigned first = ticks;
  assert(ticks - first < 4); //~[many] assertion
#endif
  return 0;
}
