//! A library function whose result is too large is reported at its call.
//@ revisions: bad good
//@ again: --fp2bv
//@ flags: --float-overflow-check
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[bad] contains: the result of `ldexp` overflows
#include <math.h>

int nondet_int(void);

int main(void) {
  int n = nondet_int();
#ifndef BAD
  if (n > 1000)
    return 0;
#endif
  double x = ldexp(1.5, n); //~[bad] float-overflow
  return x > 2;
}
