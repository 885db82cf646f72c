//! Heap objects: sizes, contents, arbitrary lengths.
//@ revisions: good bad
//@[bad] flags: -DEXTRA=1
//@[good] flags: -DEXTRA=0
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n == 0 || n > 6)
    return 0;
  int *a = malloc(n * sizeof *a);
  if (!a)
    return 0;
  for (unsigned i = 0; i < n + EXTRA; i++)
    a[i] = (int)i; //~[bad] pointer.bounds
  assert(a[n - 1] == (int)n - 1);
  free(a);
  return 0;
}
