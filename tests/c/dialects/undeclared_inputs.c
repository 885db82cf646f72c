//! An input function that nobody declares gives a value of the type in its name, or is an error where
//! it is called in another way than such functions are.
//@ revisions: narrow wide fraction other
//@[narrow] verdict: safe
//@[wide] flags: -DWIDE
//@[wide] verdict: unsafe
//@[fraction] flags: -DFRACTION
//@[fraction] verdict: unsafe
//@[wide] unseen: compilers take the function to give an int
//@[fraction] unseen: compilers take the function to give an int
//@[other] flags: -DOTHER
//@[other] verdict: error
//@[other] contains: no declaration in sight: `nondet_float` would give an int
#include <assert.h>
int main(void) {
  int letter = nondet_uchar(), small = nondet_short(), flag = nondet_bool();
  assert(letter >= 0 && letter <= 255 && small >= -32768 && small <= 32767);
  assert(flag == 0 || flag == 1);
#ifdef WIDE
  long x = nondet_long();
  assert(x < 1L << 40); //~[wide] assertion
#endif
#ifdef FRACTION
  float x = nondet_float();
  assert(x != 0.5f); //~[fraction] assertion
#endif
#ifdef OTHER
  float x = nondet_float("speed");
  assert(x != 0.5f);
#endif
  return 0;
}
