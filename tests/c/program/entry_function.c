//! Another entry than main: its parameters are arbitrary.
//@ revisions: bad good
//@[bad] flags: --function check
//@[good] flags: --function check_guarded
//@[bad] verdict: unsafe
//@[good] verdict: safe
int check(int x, unsigned char y) {
  return x / y; //~[bad] division-by-zero
}
int check_guarded(unsigned char x, unsigned char y) { return y ? x / y : check(x, 1); }
