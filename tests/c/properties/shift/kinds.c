//! Every way a shift can be undefined: amounts that are negative or too large, in both directions,
//! and left shifts of negative values or out of the type.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-ub-shift-check
//@[off] verdict: safe
#ifdef BAD
#define ADD 1
#define SIGN -
#else
#define ADD 0
#define SIGN
#endif

int nondet_int(void);

int main(void) {
  int one = 1, two = 2, negative = SIGN 1;
  unsigned bits = 5;
  long wide = 1;
  unsigned char narrow = 1;
  switch (nondet_int()) {
  case 0:
    return one << negative > 0; //~[bad] shift
  case 1:
    return one >> negative > 0; //~[bad] shift
  case 2:
    return bits << (31 + ADD) > 0; //~[bad] shift
  case 3:
    return bits >> (31 + ADD) > 0; //~[bad] shift
  case 4:
    return wide >> (63 + ADD) > 0; //~[bad] shift
  case 5:
    return negative << 1 > 0; //~[bad] shift
  case 6:
    return two << (29 + ADD) > 0; //~[bad] shift
  case 7:
    bits <<= negative; //~[bad] shift
    break;
  case 8:
    one >>= 31 + ADD; //~[bad] shift
    break;
  case 9:
    return narrow << (30 + 2 * ADD) > 0; //~[bad] shift
  case 10:
    // Defined: unsigned values may lose bits, right shifts of negative ones are arithmetic.
    return (bits << 31) + (unsigned)(-8 >> 1) > 0;
  }
  return 0;
}
