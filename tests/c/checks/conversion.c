//! A narrowing conversion that changes the value, on request.
//@ revisions: default asked good
//@[asked] flags: --conversion-check
//@[good] flags: --conversion-check -DGOOD
//@[default] verdict: safe
//@[asked] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int x = nondet_int();
#ifdef GOOD
  if (x < 0 || x > 255)
    return 0;
#endif
  unsigned char c = x; //~[asked] conversion
  return c;
}
