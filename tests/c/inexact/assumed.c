//! An assumption about a value that a model only approximates makes no execution: whether one meets it
//! is not known. An assumption about the argument does not rest on the value.
//@ revisions: rests free
//@[rests] flags: -DRESTS
//@[rests] verdict: unknown
//@[rests] contains: rests on the approximate sin
//@[free] verdict: unsafe
#include <assert.h>
#include <math.h>
double nondet_double(void);
void __VERIFIER_assume(int);
int main(void) {
  double x = nondet_double();
  double s = sin(x);
#ifdef RESTS
  __VERIFIER_assume(s > 0.842 && s < 0.8421 && x > 0.99 && x < 1.01);
#else
  __VERIFIER_assume(x > 0 && x < 1);
#endif
  (void)s;
  assert(x > 2); //~[free] assertion
  return 0;
}
