//! The square root is the largest number whose square is not above, whatever the operand.
//@ revisions: good bad
//@ flags: --fixedbv-format float=8.4
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <math.h>
float nondet_float(void);
int main(void) {
  float x = nondet_float();
#ifdef BAD
  float root = sqrtf(x); //~[bad] overflow.fixed
#else
  if (!(x >= 0.0f && x <= 100.0f))
    return 0;
  float root = sqrtf(x), next = root + 0.0625f;
  // Products are rounded down: in wider numbers they are exact.
  double r = root, n = next, square = x;
  assert(root >= 0.0f && r * r <= square && n * n > square);
#endif
  return 0;
}
