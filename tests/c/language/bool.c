//! _Bool holds 0 or 1 whatever is assigned.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  _Bool b = x;
  assert(b == 0 || b == 1);
  assert(b == (x != 0));
  b = !b;
  assert(b == (x == 0));
  _Bool from_half = 0.5;
  assert(from_half);
#ifdef BAD
  _Bool c = x & 2;
  assert(c == (x & 2)); //~[bad] assertion
#endif
  return 0;
}
