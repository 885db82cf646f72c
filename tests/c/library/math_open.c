//! Results that C leaves open have the right sign and range, and are named as an assumption.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unknown
//@[bad] because: rests on the approximate sin
//@ contains: transcendental
#include <assert.h>
#include <math.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (!(x > 0.5 && x < 1.5))
    return 0;
  double s = sin(x);
  assert(s > 0 && s <= 1 && s <= x);
#ifdef BAD
  // True of some of these values, so that nothing is said about the real one.
  assert(s < 0.9 || s > 0.9001);
#endif
  return 0;
}
