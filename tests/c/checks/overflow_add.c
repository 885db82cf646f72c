//! Signed addition that overflows, upwards and downwards.
//@ revisions: up down good off
//@[up] flags: -DGUARD=x>=0
//@[down] flags: -DGUARD=x<0 -DSTEP=-1
//@[good] flags: -DGUARD=x<1000&&x>-1000
//@[off] flags: -DGUARD=1 --no-overflow-check
//@[up] verdict: unsafe
//@[down] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
#ifndef STEP
#define STEP 1
#endif
int nondet_int(void);
int main(void) {
  int x = nondet_int(), step = STEP;
  if (!(GUARD))
    return 0;
  return x + step; //~[up] overflow.add //~[down] overflow.add
}
