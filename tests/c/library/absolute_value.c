//! The absolute value of the least integer is not representable.
//@ revisions: bad good long_long
//@[bad] flags: -DT=int -DABS=abs -DINPUT=nondet_int
//@[good] flags: -DT=int -DABS=abs -DINPUT=nondet_int -DGOOD
//@[long_long] flags: -DT=longlong -DABS=llabs -DINPUT=nondet_longlong
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[long_long] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
typedef long long longlong;
T INPUT(void);
int main(void) {
  T x = INPUT();
#ifdef GOOD
  if (x < -100)
    return 0;
#endif
  T y = ABS(x); //~[bad] overflow.neg //~[long_long] overflow.neg
  assert(y >= 0 && (y == x || y == -x));
  return 0;
}
