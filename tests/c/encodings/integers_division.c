//! With integers, quotients are truncated and remainders have the sign of the dividend.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback
//@[good] flags: --ir
//@[bad] flags: --ir -DWRONG
//@[bad_bv] flags: --bv -DWRONG
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
signed char nondet_schar(void);
int main(void) {
  int a = nondet_schar(), b = nondet_schar();
  if (b == 0)
    return 0;
  int quotient = a / b, remainder = a % b;
  assert(remainder == 0 || (remainder < 0) == (a < 0));
  assert(a / 8 == -(-a / 8));
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  assert(quotient <= 128 && quotient >= -128);
#ifdef WRONG
  assert(remainder >= 0); //~[bad] assertion //~[bad_bv] assertion
#endif
  return 0;
}
