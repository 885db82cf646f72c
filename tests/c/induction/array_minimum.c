//! The smallest of the numbers so far, beside an array.
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
  unsigned last[2] = {50, 50}, least = 50, i = 0;
  while (nondet_int()) {
    unsigned x = nondet_uint() % 100;
    last[i] = x;
    if (x < least BUG(&& x != 20))
      least = x;
    i = !i;
    assert(least <= x); //~[bad] assertion
  }
  return 0;
}
