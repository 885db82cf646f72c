//! In a rounding mode that never gives an infinity nothing overflows.
//@ revisions: nearest zero
//@ again: --fp2bv
//@ flags: --float-overflow-check
//@[zero] flags: -DMODE=FE_TOWARDZERO
//@[zero] verdict: safe
//@[nearest] flags: -DMODE=FE_TONEAREST
//@[nearest] verdict: unsafe
#include <fenv.h>
#include <float.h>

float largest = FLT_MAX;

int main(void) {
  fesetround(MODE);
  float x = largest * 2; //~[nearest] float-overflow
  return x > 1;
}
