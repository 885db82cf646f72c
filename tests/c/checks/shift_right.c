//! Right shifts of negative values are fine, too large amounts are not.
//@ revisions: bad good
//@[bad] flags: -DLIMIT=64
//@[good] flags: -DLIMIT=63
//@[bad] verdict: unsafe
//@[good] verdict: safe
unsigned nondet_uint(void);
int main(void) {
  unsigned by = nondet_uint();
  long x = -5;
  if (by > LIMIT)
    return 0;
  return (x >> by) >= 0; //~[bad] shift
}
