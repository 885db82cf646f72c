//! Variables declared where no jump passes live all the same.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  int r = 0;
  switch (nondet_uint() & 3) {
    int y;
  case 0:
    y = 4;
    r = y;
    break;
  case 1:
    y = 5;
    r = y;
  default:
    r += 1;
    break;
  case 3:
    y = 7;
    r = y;
  }
  assert(r == 4 || r == 6 || r == 1 || r == 7);
#ifdef BAD
  assert(r != 6); //~[bad] assertion
#endif
  return 0;
}
