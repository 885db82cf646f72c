//! With integers, unsigned numbers wrap around at their width.
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
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  unsigned sum = x + y;
  assert((sum < x) == (x > 4294967295u - y));
  assert(x - y == (unsigned)-(y - x));
  unsigned short s = (unsigned short)x;
  unsigned short next = (unsigned short)(s + 1);
  assert(next != 0 || s == 65535);
#ifdef WRONG
  assert(sum >= x); //~[bad] assertion //~[bad_bv] assertion
#endif
  return 0;
}
