//! A number times a power of two is exact or out of range.
//@ revisions: good bad
//@ flags: --fixedbv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] contains: fixed-point scaled number out of the range of 32.32
#include <assert.h>
#include <math.h>
double nondet_double(void);
int nondet_int(void);
int main(void) {
  double x = nondet_double();
  int n = nondet_int();
#ifdef BAD
  x = ldexp(x, n); //~[bad] overflow.fixed
#else
  if (n < 0 || n > 10 || x < 0.0 || x > 1000.0)
    return 0;
  double y = ldexp(x, n);
  assert(y >= x && ldexp(y, -n) == x);
  assert(nextafter(x, -1.0) < x && nextafter(x, 2000.0) > x);
#endif
  return 0;
}
