//! The one signed division that overflows.
//@ revisions: bad good
//@[bad] flags: -DDIVISOR=-1
//@[good] flags: -DDIVISOR=-2
//@[bad] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = DIVISOR;
  return x / y; //~[bad] overflow.div
}
