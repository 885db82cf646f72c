//! Shifts by negative or too large amounts, and of values that cannot be shifted.
//@ revisions: large negative overflow good off
//@[large] flags: -DX=1 -DBY=32
//@[negative] flags: -DX=1 -DBY=-1
//@[overflow] flags: -DX=2 -DBY=31
//@[good] flags: -DX=1 -DBY=30
//@[off] flags: -DX=1 -DBY=32 --no-ub-shift-check
//@[large] verdict: unsafe
//@[negative] verdict: unsafe
//@[overflow] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
int main(void) {
  int x = X, by = BY;
  return (x << by) == 0; //~[large] shift //~[negative] shift //~[overflow] shift
}
