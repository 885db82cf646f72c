//! A claim in the first pass of a second loop, after any number of passes of the first.
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
int main(void) {
  unsigned n = 0;
  while (nondet_int())
    n += 2;
  while (nondet_int()) {
    assert(BUG(n != 14 &&) n % 2 == 0); //~[bad] assertion
    n += 4;
  }
  return 0;
}
