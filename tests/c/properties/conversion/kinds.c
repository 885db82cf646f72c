//! Conversions that change the value, on request: narrower, of another sign, explicit and implicit.
//@ revisions: bad good off
//@[bad] flags: -DBAD --conversion-check --multi-property
//@[bad] verdict: unsafe
//@[good] flags: --conversion-check
//@[good] verdict: safe
//@[off] flags: -DBAD
//@[off] verdict: safe
#ifdef BAD
#define PICK(bad, good) (bad)
#else
#define PICK(bad, good) (good)
#endif

int nondet_int(void);
void take(unsigned char c) {}
signed char give(int x) {
  return x; //~[bad] conversion
}

int main(void) {
  int large = PICK(200, 100), negative = PICK(-1, 1);
  unsigned most = PICK(3000000000u, 3u);
  long wide = PICK(1L << 32, 1L << 30);
  unsigned char byte = 250;
  short word = 0;
  struct {
    unsigned low : 3;
  } bits;
  switch (nondet_int()) {
  case 0: {
    signed char c = large; //~[bad] conversion
    return c;
  }
  case 1:
    take(PICK(256, 255) + large - large); //~[bad] conversion
    break;
  case 2:
    return give(large);
  case 3: {
    unsigned u = negative; //~[bad] conversion
    return u > 3;
  }
  case 4: {
    int i = most; //~[bad] conversion
    return i > 3;
  }
  case 5: {
    int i = wide; //~[bad] conversion
    return i > 3;
  }
  case 6:
    byte += PICK(6, 5); //~[bad] conversion
    break;
  case 7:
    bits.low = large / PICK(10, 20); //~[bad] conversion
    return bits.low;
  case 8:
    word = (short)(wide / 65536); //~[bad] conversion
    break;
  case 9:
    word = (signed char)(unsigned char)large; //~[bad] conversion
    break;
  case 10:
    return (signed char)large > 3; //~[bad] conversion
  case 11: {
    signed char c = (signed char)large; //~[bad] conversion
    return c;
  }
  case 12:
    return 1 << (wide & 7);
  case 13:
    return (unsigned char)(negative * 2) > 3; //~[bad] conversion
  }
  return word > 3;
}
