//! Where the first violation found rests on an approximation, another one is looked for.
//@ verdict: unsafe
#include <assert.h>
#include <math.h>
int nondet_int(void);
double nondet_double(void);
int main(void) {
  int n = nondet_int();
  double r = log(nondet_double());
  if (r > 0.5 && r < 0.51)
    assert(n != 3);
  assert(n != 4); //~ assertion
  return 0;
}
