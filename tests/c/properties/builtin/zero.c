//! Counting zeros of zero.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-builtin-check
//@[off] verdict: safe
unsigned nondet_unsigned(void);

int main(void) {
  unsigned x = nondet_unsigned();
#ifndef BAD
  x |= 8;
#endif
  switch (nondet_unsigned()) {
  case 0:
    return __builtin_clz(x); //~[bad] builtin
  case 1:
    return __builtin_ctz(x); //~[bad] builtin
  case 2:
    return __builtin_clzll(x); //~[bad] builtin
  case 3:
    return __builtin_ctzl(x); //~[bad] builtin
  case 4:
    return __builtin_popcount(x) + __builtin_ffs(x);
  }
  return 0;
}
