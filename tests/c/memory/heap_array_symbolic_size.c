//! Heap arrays of symbolic size, written and read at symbolic places.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 5000) return 0;
  long *a = malloc(n * sizeof *a);
  if (!a) return 0;
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= n || j >= n) return 0;
  a[0] = 1;
  a[n - 1] = 2;
  a[i] = 3;
#ifdef BAD
  assert(a[0] == 1); //~[bad] assertion
#else
  assert(a[j] == 3 || j != i);
  assert(a[0] == (i == 0 ? 3 : 1));
#endif
  free(a);
  return 0;
}
