//! Every kind of float computes in its own format.
//@ again: --fp2bv
//@ verdict: safe
#include <assert.h>

int main(void) {
  float f = 16777216.0f;
  assert(f + 1.0f == f);
  double d = 16777216.0;
  assert(d + 1.0 != d);
  long double l = 18446744073709551615.0L;
  assert(l + 1.0L != l - 1.0L);
  assert((double)l == (double)(l + 1.0L));
  _Float16 h = 2048.0f16;
  assert((float)h == 2048.0f);
  __float128 q = 1.0;
  assert(q + 0x1p-112 > q && (double)(q + 0x1p-112) == 1.0);
  assert(0.1 + 0.2 != 0.3);
  assert(0.1f + 0.2f == 0.3f);
}
