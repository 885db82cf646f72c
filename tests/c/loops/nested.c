//! Nested loops with an input in the inner bound.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), count = 0;
  if (n > 3)
    return 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < n; j++)
      count++;
  assert(count == n * (n + 1) / 2);
#ifdef BAD
  assert(count != 3); //~[bad] assertion
#endif
  return 0;
}
