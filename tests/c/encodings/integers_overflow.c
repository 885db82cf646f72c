//! With integers, overflow is that of the declared type, not of a mathematical number.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback --overflow-check
//@[good] flags: --ir
//@[bad] flags: --ir -DTOP=2147483647
//@[bad_bv] flags: --bv -DTOP=2147483647
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
#ifndef TOP
#define TOP 1000000
#endif
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (x < 0 || y < 0 || x > TOP || y > TOP)
    return 0;
  int sum = x + y; //~[bad] overflow.add //~[bad_bv] overflow.add
  assert(sum >= x);
  return 0;
}
