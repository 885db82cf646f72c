//! The overflow property is about signed left shifts that do not fit, not about the amount.
//@ revisions: bad negative good unsigned amount
//@ flags: --property no-overflow
//@[bad] flags: -DT=int -DX=128 -DBY=24
//@[negative] flags: -DT=int -DX=-1 -DBY=1
//@[good] flags: -DT=int -DX=127 -DBY=24
//@[unsigned] flags: -DT=unsigned -DX=128 -DBY=24
//@[amount] flags: -DT=int -DX=1 -DBY=32
//@[bad] verdict: unsafe
//@[negative] verdict: unsafe
//@[good] verdict: safe
//@[unsigned] verdict: safe
//@[amount] verdict: safe
int main(void) {
  T x = X;
  int by = BY;
  return (x << by) == 0; //~[bad] shift //~[negative] shift
}
