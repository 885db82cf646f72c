//! An input function that nobody declares gives a value of the type in its name, or is an error where
//! an `int` has taken its place already.
//@ revisions: narrow wide fraction
//@[narrow] verdict: safe
//@[wide] flags: -DWIDE
//@[wide] verdict: error
//@[wide] contains: no declaration in sight: `nondet_long` would give an int
//@[fraction] flags: -DFRACTION
//@[fraction] verdict: error
//@[fraction] contains: no declaration in sight: `nondet_float` would give an int
#include <assert.h>
int main(void) {
  int letter = nondet_uchar(), small = nondet_short(), flag = nondet_bool();
  assert(letter >= 0 && letter <= 255 && small >= -32768 && small <= 32767);
  assert(flag == 0 || flag == 1);
#ifdef WIDE
  long x = nondet_long();
  assert(x < 1L << 40);
#endif
#ifdef FRACTION
  float x = nondet_float();
  assert(x != 0.5f);
#endif
  return 0;
}
