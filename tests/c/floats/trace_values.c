//! Floats are shown in C syntax, by as many digits as identify them.
//@ again: --fp2bv
//@ flags: -D__NO_MATH
//@ verdict: unsafe
//@ contains: single = 0.1f
//@ contains: zero = -0.0
//@ contains: wide = 1.5L
//@ contains: inf = INFINITY
//@ contains: nan = NAN
#include <assert.h>

int main(void) {
  float single = 0.1f;
  double zero = -0.0;
  long double wide = 1.5L;
  double inf = 1.0 / (zero * -1.0);
  double nan = inf - inf;
  assert(single + zero + wide + inf + nan > 0); //~ assertion
}
