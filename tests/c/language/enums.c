//! Enumerations count on from the last value.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
enum colour { RED, GREEN = 5, BLUE, LAST = -1 };
int nondet_int(void);
static enum colour pick(int x) {
  switch (x & 3) {
  case 0:
    return RED;
  case 1:
    return GREEN;
  default:
    return BLUE;
  }
}
int main(void) {
  enum colour c = pick(nondet_int());
  assert(BLUE == 6 && LAST + 1 == RED);
#ifdef BAD
  assert(c != BLUE); //~[bad] assertion
#endif
  assert(c == RED || c == GREEN || c == BLUE);
  return 0;
}
