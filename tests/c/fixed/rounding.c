//! Products are rounded down, conversions to integers cut off the fraction, whole numbers by name.
//@ revisions: good bad
//@ flags: --fixedbv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <math.h>
int main(void) {
  volatile float least = 0x1p-16f, half = 0.5f, x = -2.5f, y = 2.5f;
  assert(least * half == 0.0f);
  assert(-least * half == -least);
  assert((int)x == -2 && (int)y == 2 && (unsigned char)y == 2);
  assert(floorf(x) == -3.0f && ceilf(x) == -2.0f && truncf(x) == -2.0f);
  assert(roundf(x) == -3.0f && rintf(x) == -2.0f && roundf(y) == 3.0f);
  assert(fabsf(x) == 2.5f && copysignf(y, x) == x && signbit(x) && !signbit(y));
  assert(fminf(x, y) == x && fmaxf(x, y) == y && fdimf(y, x) == 5.0f);
  assert(fmaf(y, 2.0f, x) == 2.5f);
  assert(isnormal(x) && isnormal(least) && !isnormal(x + y) && fpclassify(x) == FP_NORMAL);
  assert(!isnan(x) && !isinf(x) && isfinite(x) && x < INFINITY && x > -HUGE_VALF);
  assert(ldexpf(y, 3) == 20.0f && ldexpf(x, -1) == -1.25f && ldexpf(x, -100) == -least);
  assert(scalbnf(0.0f, 1000) == 0.0f && scalblnf(y, -2) == 0.625f);
  assert(nextafterf(y, 3.0f) == y + least && nextafterf(y, x) == y - least);
  assert(nextafterf(y, y) == y && remainderf(y, 2.0f) == 0.5f && remainderf(5.0f, x) == 0.0f);
  double wide = least;
  assert(wide == 0x1p-16);
  double tiny = 0x1p-32;
  float cut = (float)tiny;
  assert(cut == 0.0f);
  cut = (float)-tiny;
#ifdef BAD
  assert(cut == 0.0f); //~[bad] assertion
#else
  assert(cut == -least);
#endif
  return 0;
}
