//! Division by zero of every operator and width.
//@ revisions: bad good off
//@[bad] flags: -DZERO=0 --multi-property
//@[bad] verdict: unsafe
//@[good] flags: -DZERO=3
//@[good] verdict: safe
//@[off] flags: -DZERO=0 --no-div-by-zero-check
//@[off] verdict: safe
int nondet_int(void);

int main(void) {
  int zero = ZERO, x = 7;
  unsigned none = ZERO, y = 7;
  long long wide = ZERO;
  switch (nondet_int()) {
  case 0:
    return x / zero; //~[bad] division-by-zero
  case 1:
    return x % zero; //~[bad] division-by-zero
  case 2:
    return y / none > 3; //~[bad] division-by-zero
  case 3:
    return y % none > 3; //~[bad] division-by-zero
  case 4:
    return (x /= zero); //~[bad] division-by-zero
  case 5:
    return (y %= none) > 3; //~[bad] division-by-zero
  case 6:
    return x / wide > 3; //~[bad] division-by-zero
  case 7:
    return 1.0 / zero > 1;
  }
  return 0;
}
