//! A state machine without an end.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
enum { IDLE, ARMED, FIRED, DONE, BROKEN };
int main(void) {
  int state = IDLE, armed = 0;
  while (1) {
    switch (state) {
    case IDLE:
      if (nondet_int()) { armed = 1; state = ARMED; }
      break;
    case ARMED:
      state = nondet_int() ? FIRED : IDLE;
      if (state == IDLE) armed = 0;
      break;
    case FIRED:
      assert(armed); //~[bad] assertion
      state = DONE;
      break;
    case DONE:
      armed = 0;
      state = BUG(nondet_int() == 3 ? FIRED :) IDLE;
      break;
    default:
      assert(0);
    }
  }
}
