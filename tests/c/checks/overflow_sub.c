//! Signed subtraction that overflows.
//@ revisions: bad good
//@[bad] flags: -DLOW=-2147483647-1
//@[good] flags: -DLOW=-2147483647
//@[bad] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int x = nondet_int(), low = LOW;
  if (x < low || x > 0)
    return 0;
  int y = 0;
  return y - x; //~[bad] overflow.sub
}
