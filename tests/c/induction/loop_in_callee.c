//! A function with a loop, called twice with what it made.
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
static unsigned grow(unsigned x) {
  while (nondet_int())
    x += 8;
  return x;
}
int main(void) {
  unsigned x = grow(0);
  BUG(if (x == 24) x++;)
  x = grow(x);
  assert(x % 8 == 0); //~[bad] assertion
  return 0;
}
