//! Two variables that change places.
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
int main(void) {
  unsigned a = 5, b = 9;
  while (nondet_int()) {
    unsigned t = a;
    a = b;
    b = t;
    BUG(static unsigned n; if (++n == 33) b ^= 1;)
    assert(a + b == 14); //~[bad] assertion
  }
  return 0;
}
