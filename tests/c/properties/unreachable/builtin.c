//! `__builtin_unreachable()` is reached, or not.
//@ revisions: bad good off
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-unreachable-check
//@[off] verdict: safe
unsigned nondet_unsigned(void);

int main(void) {
  switch (nondet_unsigned() % 3) {
  case 0:
    return 0;
  case 1:
    return 1;
#ifndef BAD
  case 2:
    return 2;
#endif
  default:
    __builtin_unreachable(); //~[bad] unreachable
  }
}
