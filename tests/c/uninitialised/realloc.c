//! What `realloc` adds has no value; what it keeps has the one it had.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof(int));
  if (!p)
    return 0;
  p[0] = 1;
  p[1] = 2;
  int *q = realloc(p, 4 * sizeof(int));
  if (!q) {
    free(p);
    return 0;
  }
  int r = q[0] + q[1];
#ifdef BAD
  r += q[2]; //~[bad] uninitialised
#endif
  free(q);
  return r - 3;
}
