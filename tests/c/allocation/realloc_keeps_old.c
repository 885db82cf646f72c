//! Where realloc fails the old object is still there: it may be used, and must be freed.
//@ flags: --memory-leak-check
//@ revisions: lost kept gone
//@[lost] flags: -DLOST
//@[gone] flags: -DGONE
//@[lost] contains: realloc() fails = true
//@[lost] verdict: unsafe
//@[kept] verdict: safe
//@[gone] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 7;
  int *q = realloc(p, 2 * sizeof *p);
#ifdef LOST
  free(q);
#else
  if (!q) {
    assert(*p == 7);
    free(p);
    return 1;
  }
#ifdef GONE
  *p = 8; //~[gone] pointer.freed
#endif
  assert(*q == 7);
  free(q);
#endif
  return 0;
} //~[lost] memory-cleanup
