//! Every operator that can make NaN of numbers is found, and none that works on a NaN.
//@ revisions: sub add mul div rest good off
//@ again: --fp2bv
//@ flags: --nan-check
//@[sub] flags: -DSUB
//@[add] flags: -DADD
//@[mul] flags: -DMUL
//@[div] flags: -DDIV
//@[rest] flags: -DREST
//@[off] flags: -DDIV --no-nan-check
//@[sub] verdict: unsafe
//@[add] verdict: unsafe
//@[mul] verdict: unsafe
//@[div] verdict: unsafe
//@[rest] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
//@[div] contains: floating-point division gives NaN
#include <math.h>

float nondet_float(void);

int main(void) {
  float x = nondet_float(), y = nondet_float(), z = 0;
  if (isnan(x) || isnan(y))
    return 0;
#ifdef SUB
  z = x - y; //~[sub] nan
#elif defined ADD
  z += x + y; //~[add] nan
#elif defined MUL
  z = x, z *= y; //~[mul] nan
#elif defined DIV
  z = x / y; //~[div] nan
#elif defined REST
  z = fmodf(x, y); //~[rest] nan
#else
  // Infinities are fine, and so is a NaN that is there already.
  float n = NAN;
  z = n + x;
  if (isfinite(x) && isfinite(y))
    z = x + y - 1;
#endif
  return z > 1;
}
