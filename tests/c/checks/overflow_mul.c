//! Signed multiplication that overflows.
//@ revisions: bad good
//@[bad] flags: -DLIMIT=46341
//@[good] flags: -DLIMIT=46340
//@[bad] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < 0 || x > LIMIT)
    return 0;
  return x * x > 0; //~[bad] overflow.mul
}
