//! There is no infinity: division by zero is a violation, of remainders too.
//@ revisions: good zero remainder ieee
//@ flags: --fixedbv
//@[zero] flags: -DZERO
//@[remainder] flags: -DREMAINDER
//@[ieee] flags: -DZERO --floatbv
//@[good] verdict: safe
//@[ieee] verdict: safe
//@[zero] verdict: unsafe
//@[zero] contains: fixed-point division by zero
//@[remainder] verdict: unsafe
#include <assert.h>
#include <math.h>
float nondet_float(void);
int main(void) {
  float x = nondet_float();
#if defined ZERO
  float y = 1.0f / x; //~[zero] division-by-zero
#elif defined REMAINDER
  float y = fmodf(1.0f, x); //~[remainder] division-by-zero
#else
  if (!(x >= 0.5f && x <= 4.0f))
    return 0;
  float y = 1.0f / x;
  assert(y >= 0.25f && y <= 2.0f);
  // Towards zero.
  volatile float three = 3.0f, minus = -1.0f;
  assert(1.0f / three == 0x5555p-16f);
  assert(minus / three == -0x5555p-16f);
  assert(fmodf(7.5f, three) == 1.5f);
#endif
  return 0;
}
