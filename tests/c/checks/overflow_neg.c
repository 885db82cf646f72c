//! The one negation that overflows.
//@ revisions: bad good
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <limits.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
#ifndef BAD
  if (x == INT_MIN)
    return 0;
#endif
  return -x > 0; //~[bad] overflow.neg
}
