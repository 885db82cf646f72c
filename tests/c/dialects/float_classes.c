//! CBMC's questions about classes of floating-point numbers, with and without a declaration.
//@ revisions: good bad undeclared
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[undeclared] flags: -DUNDECLARED
//@[undeclared] verdict: error
//@[undeclared] contains: `__CPROVER_isnormalf` would get a number of another type
//@ unseen: the functions exist in verifiers only
#include <math.h>
double nondet_double(void);
float nondet_float(void);
_Bool __CPROVER_isnanf(float);
#ifndef UNDECLARED
_Bool __CPROVER_isnormalf(float);
#endif
int main(void) {
  double x = nondet_double();
  float y = nondet_float();
  __CPROVER_assert(__CPROVER_isnand(x) == (x != x), "not a number");
  __CPROVER_assert(__CPROVER_isinfd(x) == (x == INFINITY || x == -INFINITY), "infinite");
  __CPROVER_assert(__CPROVER_isfinited(x) == !!isfinite(x), "finite");
  __CPROVER_assert(__CPROVER_isnormald(x) == !!isnormal(x), "normal");
  __CPROVER_assert(x != x || x == 0 || __CPROVER_signd(x) == (x < 0), "sign");
  __CPROVER_assert(__CPROVER_signf(-0.0f) && !__CPROVER_signld(0.0L), "signs of zeros");
  __CPROVER_assert(__CPROVER_isnanf(y) == (y != y), "not a number either");
  __CPROVER_assert(__CPROVER_isnormalf(y) == !!isnormal(y), "normal, too");
  __CPROVER_assert(!__CPROVER_isinfld(1.0L) && __CPROVER_isfiniteld(1.0L), "long");
#ifdef BAD
  __CPROVER_assert(__CPROVER_isnormald(x) || !__CPROVER_isfinited(x), "also small"); //~[bad] assertion
#endif
  return 0;
}
