//! Real numbers do not round: what only floats show is still right under --ir.
//@ revisions: good bad
//@ flags: --no-static-analysis --no-solver-fallback --ir
//@[good] verdict: safe
//@[bad] flags: -DWRONG
//@[bad] verdict: unsafe
#include <assert.h>
float nondet_float(void);
int main(void) {
  float x = nondet_float();
  if (x >= 16777216.0f && x <= 33554432.0f)
    assert(x + 0.5f == x);
#ifdef WRONG
  if (x > 0.0f && x < 100.0f)
    assert(x + 0.125f - 0.125f == x); //~[bad] assertion
#endif
  return 0;
}
