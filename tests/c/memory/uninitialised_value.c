//! A variable without a value may hold any, but holds it.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int main(void) {
  int x;
  int y = x;
#ifdef BAD
  assert(x != 77); //~[bad] assertion
#else
  assert(x == y);
#endif
  return 0;
}
