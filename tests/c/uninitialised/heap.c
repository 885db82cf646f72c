//! Memory of `malloc` has no value, that of `calloc` has.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <stdlib.h>
int main(void) {
#ifdef BAD
  int *p = malloc(4 * sizeof(int));
#else
  int *p = calloc(4, sizeof(int));
#endif
  if (!p)
    return 0;
  p[0] = 1;
  int r = p[0] + p[2]; //~[bad] uninitialised
  free(p);
  return r - 1;
}
