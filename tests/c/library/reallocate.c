//! realloc keeps the contents, releases the old object and wants one of the heap.
//@ revisions: good old outside array
//@[old] flags: -DOLD
//@[outside] flags: -DOUTSIDE
//@[array] flags: -DARRAY
//@[good] verdict: safe
//@[old] verdict: unsafe
//@[outside] verdict: unsafe
//@[array] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 1;
  p[1] = 2;
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  assert(q[0] == 1 && q[1] == 2);
  q[3] = 4;
#ifdef OLD
  int again = p[0]; //~[old] pointer.freed
#endif
#ifdef OUTSIDE
  q[4] = 5; //~[outside] pointer.bounds
#endif
#ifdef ARRAY
  int fixed[2] = {0, 0};
  p = realloc(fixed, 4 * sizeof *p); //~[array] free.invalid
#endif
  free(q);
  return 0;
}
