//! Two objects of more than half of the address space can be told of, but not where they lie.
//@ revisions: bad ok
//@ flags: --force-malloc-success
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  size_t size = SIZE_MAX / 2 + 4096;
  char *p = malloc(size), *q = malloc(size);
  uintptr_t first = (uintptr_t)p, second = (uintptr_t)q;
#ifdef BAD
  assert(size == 0); //~[bad] assertion
#else
  assert(size != 0);
#endif
  (void)first;
  (void)second;
  free(p);
  free(q);
  return 0;
}
