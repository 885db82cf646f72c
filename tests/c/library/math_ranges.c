//! Functions of <math.h> are bounded over parts of their range, and exact where values are simple.
//@ revisions: good open
//@[open] flags: -DOPEN
//@[good] verdict: safe
//@[open] verdict: unknown
//@[open] because: rests on the approximate tanh
#include <assert.h>
#include <math.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (x >= 0.5 && x <= 1.0) {
    assert(sin(x) > 0.47 && sin(x) < 0.85);
    assert(cos(x) > 0.54 && exp(x) > 1.64 && exp(x) < 2.72);
    assert(atan(x) < 0.79 && tanh(x) > 0.46);
  }
  if (x >= 2 && x <= 1000)
    assert(log(x) >= 0.69 && log(x) < 6.91 && cbrt(x) > 1.25 && cbrt(x) < 10.1);
  assert(sin(0) == 0 && exp(0) == 1 && log(1) == 0 && pow(x, 0) == 1);
  if (x > 3 && x < 4)
    assert(pow(x, 1) == x && pow(x, 2) > 8.9 && pow(x, 2) < 16.1);
#ifdef OPEN
  if (x >= 0.5 && x <= 1.0)
    assert(sin(x) > 0.6);
#endif
  return 0;
}
