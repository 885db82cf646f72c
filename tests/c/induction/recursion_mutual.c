//! Two functions that call each other, around a loop.
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
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = 0;
  while (nondet_int()) {
    n = n == 6 ? 0 : n + 2;
    BUG(if (n == 4 && nondet_int() == 1) n = 5;)
    assert(even(n)); //~[bad] assertion
  }
  return 0;
}
