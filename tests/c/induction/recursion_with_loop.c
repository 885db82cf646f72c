//! A recursive function with a loop of its own.
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
static unsigned walk(unsigned depth) {
  unsigned x = 0;
  while (nondet_int()) {
    x += 2;
    if (depth > 0 && nondet_int())
      return walk(depth - 1);
    BUG(if (depth == 0 && x == 6) x = 7;)
  }
  return x;
}
int main(void) {
  assert(walk(2) % 2 == 0); //~[bad] assertion
  return 0;
}
