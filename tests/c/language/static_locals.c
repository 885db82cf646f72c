//! A static local keeps its value between calls.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
static int next(void) {
  static int n = 5;
  return n++;
}
static int other(void) {
  static int n;
  return --n;
}
int main(void) {
  int a = next(), b = next();
  assert(a == 5 && b == 6 && other() == -1);
#ifdef BAD
  assert(next() == 5); //~[bad] assertion
#endif
  return 0;
}
