//! A violation found within the bound is reported although the loop goes on past it.
//@ flags: --unwind 4
//@ verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  for (unsigned i = 0; i < n; i++)
    assert(i != 2); //~ assertion
  return 0;
}
