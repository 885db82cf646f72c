//! calloc gives zeroes; malloc gives anything.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
#ifdef BAD
  int *a = malloc(3 * sizeof *a);
#else
  int *a = calloc(3, sizeof *a);
#endif
  if (!a)
    return 0;
  assert(a[2] == 0); //~[bad] assertion
  free(a);
  return 0;
}
