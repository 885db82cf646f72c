//! A number leads to the object that lies there now: writing through it changes the new object.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@ again: --unwind 1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  uintptr_t old = (uintptr_t)p;
  free(p);
  int *q = malloc(sizeof *q);
  if (!q)
    return 0;
  *q = 5;
  if ((uintptr_t)q == old) {
    *(int *)old = 7;
#ifdef BAD
    assert(*q == 5); //~[bad] assertion
#else
    assert(*q == 7);
#endif
  }
  free(q);
  return 0;
}
