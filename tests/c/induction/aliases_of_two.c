//! Two pointers that lead to the same variable.
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
static void both(unsigned *a, unsigned *b) {
  while (nondet_int()) {
    *a += 1;
    *b += 3;
    assert((*a + *b) % 8 == 0); //~[bad] assertion
  }
}
int main(void) {
  unsigned x = 0, y = 0;
  both(&x, BUG(nondet_int() == 2 ? &y :) &x);
  return 0;
}
