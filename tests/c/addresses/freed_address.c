//! The address of a freed object, kept as a number, may be that of a later one; of a live one never.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@ again: --unwind 1
//@ again: --k-induction
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  uintptr_t old = (uintptr_t)p;
#ifdef BAD
  free(p);
#endif
  int *q = malloc(sizeof *q);
  if (!q)
    return 0;
  assert((uintptr_t)q != old); //~[bad] assertion
  free(q);
  return 0;
}
