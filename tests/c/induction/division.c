//! A divisor that reaches zero.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  unsigned d = 20, sum = 0;
  while (nondet_int()) {
    sum += 100 / d; //~[bad] division-by-zero
    d--;
#ifndef BAD
    if (d == 3)
      d = 20;
#endif
  }
  return 0;
}
