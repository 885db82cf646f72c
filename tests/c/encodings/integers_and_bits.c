//! With integers, variables that operators on bits touch stay bit-vectors, beside those that do not.
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
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
  unsigned a = nondet_uint(), b = nondet_uint();
  int m = nondet_int(), n = nondet_int();
  assert((a & b) + (a | b) == a + b);
  assert((a ^ b) == (a | b) - (a & b));
  if (m > 0 && n > m)
    assert(n - m > 0);
  if ((a & 7u) == 5u && n == 3)
    assert(a % 8 - (unsigned)n == 2);
#ifdef WRONG
  if (n > 10)
    assert((a ^ b) >= (a & b) || m > n); //~[bad] assertion //~[bad_bv] assertion
#endif
  return 0;
}
