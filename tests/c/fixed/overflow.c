//! Results out of the range of the format are violations, unless that is not checked.
//@ revisions: good sum difference product quotient negative integer narrow constant wrap
//@ flags: --fixedbv
//@[sum] flags: -DSUM
//@[difference] flags: -DDIFFERENCE
//@[product] flags: -DPRODUCT
//@[quotient] flags: -DQUOTIENT
//@[negative] flags: -DNEGATIVE
//@[integer] flags: -DINTEGER
//@[narrow] flags: -DNARROW
//@[constant] flags: -DCONSTANT
//@[wrap] flags: -DWRAP --no-overflow-check
//@[good] verdict: safe
//@[wrap] verdict: safe
//@[sum] verdict: unsafe
//@[difference] verdict: unsafe
//@[product] verdict: unsafe
//@[product] contains: fixed-point product out of the range of 16.16
//@[quotient] verdict: unsafe
//@[negative] verdict: unsafe
//@[negative] contains: x = -32768.0
//@[integer] verdict: unsafe
//@[narrow] verdict: unsafe
//@[constant] verdict: unsafe
//@[constant] contains: note: constant 1000000.0: out of the range of the fixed-point format 16.16
#include <assert.h>
float nondet_float(void);
double nondet_double(void);
int nondet_int(void);
int main(void) {
  float x = nondet_float(), y = nondet_float();
#if defined SUM
  float z = x + y; //~[sum] overflow.fixed
#elif defined DIFFERENCE
  float z = x - y; //~[difference] overflow.fixed
#elif defined PRODUCT
  float z = x * y; //~[product] overflow.fixed
#elif defined QUOTIENT
  if (y == 0.0f)
    return 0;
  float z = x / y; //~[quotient] overflow.fixed
#elif defined NEGATIVE
  float z = -x; //~[negative] overflow.fixed
#elif defined INTEGER
  float z = (float)nondet_int(); //~[integer] overflow.fixed
#elif defined NARROW
  float z = (float)nondet_double(); //~[narrow] overflow.fixed
#elif defined CONSTANT
  volatile float z = 1000000.0f; //~[constant] overflow.fixed
#elif defined WRAP
  volatile float most = 32767.0f;
  float z = most + 1.0f;
  assert(z == -32768.0f);
#else
  if (!(x >= -100.0f && x <= 100.0f && y >= -100.0f && y <= 100.0f))
    return 0;
  float z = x * y + x - y;
  z = -z / 2.0f;
  int i = nondet_int();
  if (i >= -1000 && i <= 1000)
    z = (float)i;
  double wide = z;
  z = (float)wide;
#endif
  return 0;
}
