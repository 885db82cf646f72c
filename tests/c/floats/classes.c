//! Classes of floating-point numbers and operations without rounding.
//@ again: --fp2bv
//@ verdict: safe
#include <assert.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (__builtin_isnan(x))
    assert(x != x);
  else
    assert(x == x);
  assert(__builtin_isfinite(x) + __builtin_isnan(x) + (__builtin_isinf(x) ? 1 : 0) == 1);
  if (__builtin_isnormal(x))
    assert(x != 0 && __builtin_isfinite(x));
  assert(!__builtin_signbit(__builtin_fabs(x)));
  if (x >= 1.0 && x <= 2.0) {
    assert(__builtin_floor(x) <= x && __builtin_ceil(x) >= x);
    assert((int)x >= 1 && (int)x <= 2);
    assert(__builtin_fmax(x, 0.5) == x);
  }
  return 0;
}
