//! A constant too small for the format is zero, and a note says so.
//@ revisions: small fits
//@ flags: --fixedbv
//@[small] flags: -DEPSILON=FLT_EPSILON
//@[small] verdict: unsafe
//@[small] contains: note: constant 1.1920929e-07: zero in the fixed-point format 16.16
//@[fits] flags: -DEPSILON=0.0001f
//@[fits] verdict: safe
//@[fits] lacks: note: constant
#include <assert.h>
#include <float.h>
#include <math.h>
float nondet_float(void);
int main(void) {
  float x = nondet_float();
  if (!(x > 0.0f && x < 100.0f))
    return 0;
  assert(fabsf(x / 2.0f * 2.0f - x) < EPSILON); //~[small] assertion
  return 0;
}
