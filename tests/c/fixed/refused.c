//! What rests on IEEE 754 is refused by name: transcendental functions, bits, infinities and NaN.
//@ revisions: sine exponent infinity nothing intrinsic unused text pointer
//@ flags: --fixedbv
//@ verdict: unknown
//@[unused] verdict: safe
//@[sine] flags: -DSINE
//@[sine] contains: `sin` on fixed-point numbers
//@[exponent] flags: -DEXPONENT
//@[exponent] contains: `frexp` on fixed-point numbers
//@[infinity] flags: -DINFINITE
//@[infinity] contains: an infinity as a fixed-point number
//@[nothing] flags: -DNOTHING
//@[nothing] contains: a NaN as a fixed-point number
//@[intrinsic] flags: -DINTRINSIC
//@[intrinsic] contains: the bits of a floating-point number
//@[pointer] flags: -DPOINTER
//@[pointer] contains: the bits of a floating-point number
//@[text] flags: -DTEXT
//@[text] contains: `strtod` on fixed-point numbers
#include <assert.h>
#include <math.h>
#include <stdlib.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
#if defined SINE
  x = sin(x);
#elif defined EXPONENT
  int e;
  x = frexp(x, &e);
#elif defined INFINITE
  if (x > 1.0)
    x = INFINITY;
#elif defined NOTHING
  if (x > 1.0)
    x = NAN;
#elif defined INTRINSIC
  // Bits as an integer of the same size.
  typedef float pair __attribute__((vector_size(8)));
  typedef int words __attribute__((vector_size(8)));
  pair p = {(float)(int)(x > 0), 1.0f};
  words w = (words)p;
  assert(w[0] >= 0);
#elif defined POINTER
  float y = (float)(int)(x > 0);
  assert(*(int *)&y >= 0);
#elif defined TEXT
  x = strtod("1e3", 0);
#else
  if (x > 1.0 && x < 1.0)
    x = sin(INFINITY);
#endif
  return 0;
}
