//! A function without claims is not quiet where a claim follows its return.
//@ verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
static unsigned half(unsigned n) {
  while (n > 10)
    n = n / 2;
  return n;
}
int main(void) {
  unsigned n = nondet_uint();
  half(n);
  if (n == 77)
    n = half(n);
  else
    half(n);
  assert(n != 9); //~ assertion
  return 0;
}
