//! A pointer to one of two objects: a write may be to either.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned here = 0;
  unsigned *there = malloc(sizeof *there);
  if (!there)
    return 0;
  *there = 0;
  unsigned *p = nondet_int() ? &here : there;
  while (nondet_int()) {
    *p += 2;
    BUG(if (here == 26) here++;)
    assert(here % 2 == 0 && *there % 2 == 0); //~[bad] assertion
  }
  free(there);
  return 0;
}
