//! A loop made of jumps.
//@ flags: --no-model
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] flags: --k-induction --no-static-analysis
//@[good] contains: proved by induction
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int state = 0;
again:
  if (state == 0) {
    state = 2;
    goto again;
  }
  if (state == 2 && nondet_int()) {
    state = BUG(nondet_int() == 5 ? 1 :) 4;
    goto again;
  }
  assert(state != 1); //~[bad] assertion
  if (state == 4)
    state = 0;
  goto again;
}
