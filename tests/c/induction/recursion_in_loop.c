//! A loop that calls a recursive function.
//@ revisions: good bad
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
static unsigned half(unsigned n) { return n < 2 ? 0 : 1 + half(n - 2); }
int main(void) {
  unsigned state = 6;
  while (nondet_int()) {
    unsigned h = half(state);
    BUG(static unsigned passes; if (++passes == 8) h = 9;)
    assert(h <= 3); //~[bad] assertion
    state = nondet_int() ? h : 7;
  }
  return 0;
}
