//! What a model does not know exactly proves what holds for every value, and finds nothing that
//! rests on one.
//@ revisions: range value other
//@ again: --fp2bv
//@[range] flags: -DCLAIM=(s>=-1&&s<=1)
//@[value] flags: -DCLAIM=(s<0.84||s>0.8401)
//@[other] flags: -DCLAIM=(x<0.5)
//@[range] verdict: safe
//@[value] verdict: unknown
//@[other] verdict: unsafe
//@[value] because: rests on the approximate sin
#include <assert.h>
#include <math.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (!(x > 0 && x < 1))
    return 0;
  double s = sin(x);
  assert(CLAIM); //~[other] assertion
  return 0;
}
