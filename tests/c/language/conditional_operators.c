//! && and || decide what is evaluated; so do ?: and the comma.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
static int calls;
static int touch(int r) {
  calls++;
  return r;
}
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (x > 0 && y / x > 1000 && touch(1))
    assert(calls == 1);
  calls = 0;
  int r = (touch(0) || touch(1)) ? (touch(0), 5) : touch(6);
  assert(r == 5 && calls == 3);
#ifdef BAD
  int z = 100 / x; //~[bad] division-by-zero
  return z;
#endif
  return 0;
}
