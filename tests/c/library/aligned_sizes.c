//! aligned_alloc takes any size, and fails for an alignment that is none (C17 7.22.3.1).
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = aligned_alloc(64, 100);
  if (p) {
    assert((uintptr_t)p % 64 == 0);
    p[99] = 1;
  }
  free(p);
#ifdef BAD
  p = aligned_alloc(64, 100);
  p[99] = 1; //~[bad] pointer.null
  free(p);
#endif
  assert(aligned_alloc(3, 12) == NULL);
  return 0;
}
