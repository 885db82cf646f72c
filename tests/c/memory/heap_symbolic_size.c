//! Heap objects of arbitrary size.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = nondet_uint(), j = nondet_uint();
  if (n > 200 || i > n || j > n)
    return 0;
  int *p = calloc(n + 1, sizeof *p);
  if (!p)
    return 0;
  assert(p[i] == 0);
  p[i] = 4;
  assert(p[j] == (i == j ? 4 : 0));
#ifdef BAD
  p[j + 1] = 1; //~[bad] pointer.bounds
#endif
  free(p);
  return 0;
}
