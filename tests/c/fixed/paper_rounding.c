//! With four bits on both sides of the point 0.7 is 0.6875, and 0.75 + 0.125 is exact.
//@ revisions: good bad ieee
//@ flags: --fixedbv-format float=4.4
//@[bad] flags: -DBAD
//@[ieee] flags: --floatbv -DBAD
//@[good] verdict: safe
//@[good] contains: note: fixed point: float is 4.4
//@[bad] verdict: unsafe
//@[bad] contains: x = 0.6875
//@[ieee] verdict: safe
#include <assert.h>
float nondet_float(void);
int main(void) {
  float x = nondet_float();
  if (x != 0.7f)
    return 0;
  volatile float a = 0.75f, b = 0.125f;
  assert(a + b == 0.875f);
#ifdef BAD
  assert(x > 0.6875f); //~[bad] assertion
#else
  assert(x == 0.6875f);
#endif
  return 0;
}
