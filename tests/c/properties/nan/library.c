//! A function of the library that gives NaN for a number is reported at its call.
//@ revisions: bad good
//@ again: --fp2bv
//@ flags: --nan-check
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[bad] contains: `sqrt` gives NaN
#include <math.h>

double nondet_double(void);

int main(void) {
  double x = nondet_double();
#ifndef BAD
  if (!(x >= 0))
    return 0;
#endif
  double root = sqrt(x); //~[bad] nan
  return root >= 0 ? 0 : 1;
}
