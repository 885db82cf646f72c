//! Doubling overflows in the thirty-first pass.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  int x = 1;
  while (nondet_int()) {
    x = x + x; //~[bad] overflow.add
#ifndef BAD
    if (x > 1000)
      x = 1;
#endif
  }
  return x;
}
