//! With integers, products are products until they overflow.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback --overflow-check
//@[good] flags: --ir
//@[bad] flags: --ir -DTOP=50000
//@[bad_bv] flags: --bv -DTOP=50000
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
#ifndef TOP
#define TOP 200
#endif
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (x < 1 || y < 1 || x > TOP || y > TOP)
    return 0;
  int product = x * y; //~[bad] overflow.mul //~[bad_bv] overflow.mul
  assert(product >= x);
  return 0;
}
