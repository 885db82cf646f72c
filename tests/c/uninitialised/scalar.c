//! A variable is read before it was written.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] contains: read of a variable without a value: `x`
int main(void) {
  int x;
#ifndef BAD
  x = 3;
#endif
  int y = x; //~[bad] uninitialised
  return y == 4;
}
