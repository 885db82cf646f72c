//! Numbers from outside are any numbers of the format, and are told with all their digits.
//@ revisions: bad good
//@ flags: --fixedbv --function run
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: a = 0.75  <- input, argument a
//@[bad] contains: b = -1.5  <- input, argument b
//@[bad] contains: = 2.25  <- input, sensor()
//@[bad] contains: bias = 0.0000152587890625
//@[good] verdict: safe
#include <assert.h>
extern float sensor(void);
extern float bias;
float run(float a, double b) {
  float s = sensor();
#ifdef BAD
  assert(!(a == 0.75f && b == -1.5 && s == 2.25f && bias > 0.0f && bias < 0.00003f)); //~[bad] assertion
#else
  assert(s >= -32768.0f && s < 32768.0f && (a < b || a >= b));
#endif
  return 0;
}
