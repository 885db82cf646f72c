//! The bytes of a pointer to a freed object may be those of a pointer to a later one.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@ again: --unwind 10
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  unsigned char image[sizeof p];
  memcpy(image, &p, sizeof p);
#ifdef BAD
  free(p);
#endif
  int *q = malloc(sizeof *q);
  if (!q)
    return 0;
  assert(memcmp(image, &q, sizeof q) != 0); //~[bad] assertion
  free(q);
  return 0;
}
