//! A complex number shows as its parts.
//@ again: --fp2bv
//@ verdict: unsafe
//@ contains: z.real = 3.0
#include <assert.h>
#include <complex.h>
double nondet_double(void);
int main(void) {
  double complex z = nondet_double() + 2.0 * I;
  assert(creal(z) != 3.0); //~ assertion
  return 0;
}
