//! switch with fall-through, default in the middle, ranges and no match.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
static int classify(int x) {
  int r = 0;
  switch (x) {
  case 1:
    r += 1;
  case 2:
    r += 2;
    break;
  default:
    r = 100;
  case -5:
    r += 10;
    break;
  case 7 ... 9:
    return 7;
  }
  return r;
}
int main(void) {
  int x = nondet_int();
  assert(classify(1) == 3 && classify(2) == 2 && classify(-5) == 10 && classify(8) == 7);
  int r = classify(x);
#ifdef BAD
  assert(r != 7); //~[bad] assertion
#endif
  assert(r == 3 || r == 2 || r == 10 || r == 7 || r == 110);
  return 0;
}
