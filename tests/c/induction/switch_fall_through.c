//! A switch with cases that fall into the next.
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
  unsigned weight = 0, passes = 0;
  while (nondet_int()) {
    passes++;
    switch (nondet_int()) {
    case 0:
      weight += 2;
    case 1:
      weight += 2;
      break;
    case 2:
      weight += 4;
    default:
      weight += 6 BUG(+ (passes == 13));
    }
    assert(weight % 2 == 0); //~[bad] assertion
  }
  return 0;
}
