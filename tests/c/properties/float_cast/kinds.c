//! Values that do not fit the integer type they are converted to: too large, too small, NaN.
//@ revisions: bad good off
//@ again: --fp2bv
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-float-cast-check
//@[off] verdict: safe
#include <math.h>
#ifdef BAD
#define PICK(bad, good) (bad)
#else
#define PICK(bad, good) (good)
#endif

int nondet_int(void);

int main(void) {
  double large = PICK(2147483648.0, 2147483647.9), small = PICK(-2147483649.0, -2147483648.9);
  float negative = PICK(-1.0f, -0.9f), none = PICK(NAN, 3.5f);
  long double infinite = PICK(INFINITY, 9e18L);
  switch (nondet_int()) {
  case 0:
    return (int)large; //~[bad] float-cast
  case 1:
    return small; //~[bad] float-cast
  case 2:
    return (unsigned)negative > 3; //~[bad] float-cast
  case 3:
    return (int)none; //~[bad] float-cast
  case 4:
    return (long)infinite > 3; //~[bad] float-cast
  case 5: {
    signed char c = large / PICK(8388608, 33554432); //~[bad] float-cast
    return c;
  }
  }
  return 0;
}
