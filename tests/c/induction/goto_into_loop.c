//! A jump into the middle of a loop: two ways in.
//@ revisions: good bad
//@ flags: --max-k-step 8
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int state = 0;
  if (nondet_int())
    goto middle;
  while (nondet_int()) {
    state = 1;
  middle:
    BUG(if (state == 1 && nondet_int()) state = 3;)
    assert(state <= 1); //~[bad] assertion
    if (nondet_int())
      state = 0;
  }
  return 0;
}
