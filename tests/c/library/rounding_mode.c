//! fesetround changes how later operations round.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <fenv.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (x != 1)
    return 0;
  double third = x / 3;
  assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
  double more = x / 3;
#ifdef BAD
  assert(third == more); //~[bad] assertion
#else
  assert(third < more);
#endif
  return 0;
}
