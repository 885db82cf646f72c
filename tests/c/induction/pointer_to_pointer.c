//! A write through a pointer to a pointer.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned x = 1, y = 1;
  unsigned *p = &x, **pp = &p;
  while (nondet_int()) {
    **pp = **pp * 3;
    BUG(if (x == 27) y = 2;)
    assert((x & 1) && (y & 1)); //~[bad] assertion
  }
  return 0;
}
