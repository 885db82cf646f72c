//! A violation in the first pass of a loop, and one behind it.
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
  unsigned x = BUG(1 +) 0;
  while (nondet_int()) {
    assert(x % 2 == 0); //~[bad] assertion
    x += 2;
  }
  return 0;
}
