//! With real numbers in the place of floats, bounds with some room are shown and violations found.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback
//@[good] flags: --ir
//@[bad] flags: --ir -DLIMIT=6.0f
//@[bad_bv] flags: --bv -DLIMIT=6.0f
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
#ifndef LIMIT
#define LIMIT 8.0f
#endif
float nondet_float(void);
int main(void) {
  float x = nondet_float(), y = nondet_float();
  if (!(x >= 0.0f && x <= 2.0f && y >= 0.0f && y <= 3.0f))
    return 0;
  float sum = x + y + 2.0f;
  assert(sum >= 0.0f);
  assert(sum < LIMIT); //~[bad] assertion //~[bad_bv] assertion
  return 0;
}
