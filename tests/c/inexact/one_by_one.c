//! Where every claim is decided for itself, one that is violated only when an earlier claim about an
//! approximated value holds is left open.
//@ flags: --multi-property
//@ verdict: unsafe
//@ contains: 2 violated
#include <assert.h>
#include <math.h>
int nondet_int(void);
double nondet_double(void);
int main(void) {
  int n = nondet_int();
  double x = nondet_double();
  assert(n != 5); //~ assertion
  if (x > 0 && x < 1) {
    // Small arguments have small sines, whatever the digits are.
    assert(sin(x) > 0.9); //~ assertion
    assert(n != 6);
  }
  return 0;
}
