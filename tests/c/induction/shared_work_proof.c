//! Bounds that take for ever do not keep a proof by induction from being found, and a step that was
//! not done to its end is done later.
//@ flags: --k-induction
//@ verdict: safe
//@ contains: induction
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned a = 1, b = 0, n = nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    a = a * 3 + 2 * nondet_uint();
    b = b + a * 2;
    assert(a % 2 == 1);
    assert(b % 2 == 0);
  }
  return 0;
}
