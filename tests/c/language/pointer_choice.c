//! A pointer that may point to one of several objects writes to the right one.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = 3, *p;
  int which = nondet_int();
  p = which == 0 ? &a : which == 1 ? &b : &c;
  *p = 10;
  assert(a + b + c == (which == 0 ? 15 : which == 1 ? 14 : 13));
#ifdef BAD
  assert(b != 10); //~[bad] assertion
#endif
  return 0;
}
