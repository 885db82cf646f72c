//! Functions of <math.h> whose results C fixes.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <math.h>
int main(void) {
  int e;
  double whole;
  assert((floor)(-1.5) == -2 && (ceil)(1.25) == 2 && (round)(2.5) == 3 && (trunc)(-1.5) == -1);
  assert(fmod(7.5, 2) == 1.5 && remainder(7.5, 2) == -0.5);
  assert(frexp(12, &e) == 0.75 && e == 4 && ldexp(0.75, 4) == 12);
  assert(modf(-3.25, &whole) == -0.25 && whole == -3);
  assert((sqrt)(2.25) == 1.5 && nextafter(1, 2) == 1 + 0x1p-52);
  assert(lround(2.5) == 3 && lrint(2.5) == 2 && fdim(3, 1) == 2);
  assert(isnan((sqrt)(-1.0)) && pow(2, 10) == 1024 && sin(0) == 0 && exp(0) == 1);
#ifdef BAD
  assert(ilogb(10) == 4); //~[bad] assertion
#endif
  return 0;
}
