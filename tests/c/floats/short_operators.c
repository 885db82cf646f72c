//! Facts about every number of a short format that only a solver can see.
//@ revisions: sum product quotient root rest order wide bad
//@ again: --fp2bv
//@ flags: --no-static-analysis
//@[sum] flags: -DSUM
//@[product] flags: -DPRODUCT
//@[quotient] flags: -DQUOTIENT
//@[root] flags: -DROOT
//@[rest] flags: -DREST
//@[order] flags: -DORDER
//@[wide] flags: -DWIDE
//@[bad] flags: -DBAD
//@[sum] verdict: safe
//@[product] verdict: safe
//@[quotient] verdict: safe
//@[root] verdict: safe
//@[rest] verdict: safe
//@[order] verdict: safe
//@[wide] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <math.h>
_Float16 nondet_half(void);
float nondet_float(void);
int nondet_int(void);

int main(void) {
#if defined(SUM)
  // Doubling and halving give the number back, short of the greatest exponent.
  _Float16 x = nondet_half();
  if (x < (_Float16)30000 && x > (_Float16)-30000)
    assert((x + x) / (_Float16)2 == x);
#elif defined(PRODUCT)
  _Float16 x = nondet_half();
  if (x >= (_Float16)1 && x <= (_Float16)8)
    assert(x * x >= x);
#elif defined(QUOTIENT)
  _Float16 x = nondet_half();
  if (x > (_Float16)0 && x <= (_Float16)60000)
    assert(x / x == (_Float16)1);
#elif defined(ROOT)
  float x = nondet_half();
  if (x >= 0.0f && x <= 4.0f) {
    float y = sqrtf(x);
    assert(y >= 0.0f && y <= 2.0f);
  }
#elif defined(REST)
  float x = nondet_half();
  if (x >= 0.0f && x <= 64.0f) {
    float y = fmodf(x, 2.0f);
    assert(y >= 0.0f && y < 2.0f);
  }
#elif defined(ORDER)
  float x = nondet_float(), y = nondet_float();
  if (x < y)
    assert(!(y <= x) && x != y);
#elif defined(WIDE)
  int n = nondet_int();
  double x = n;
  assert((int)x == n);
#else
  float x = nondet_float();
  float y = x + 1.0f;
  if (x > 0.0f && x < 1.0e9f)
    assert(y > x); //~[bad] assertion
#endif
  return 0;
}
