//! A step of induction that takes for ever does not keep a violation further down from being found.
//@ flags: --k-induction
//@ verdict: unsafe
//@ stats: passes >= 5
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  unsigned n = nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    a = (a * b + c) % 65521;
    b = (b * c + d) % 65519;
    c = (c * d + e) % 65497;
    d = (d * e + f) % 65479;
    e = (e * f + a) % 65449;
    f = (f * a + b) % 65447;
    assert(i != 12 || nondet_uint() != 5); //~ assertion
  }
  return 0;
}
