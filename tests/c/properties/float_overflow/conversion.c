//! A value that is too large for the floating-point type it is converted to.
//@ revisions: narrow integer good
//@ again: --fp2bv
//@ flags: --float-overflow-check
//@[narrow] flags: -DNARROW
//@[integer] flags: -DINTEGER
//@[narrow] verdict: unsafe
//@[integer] verdict: unsafe
//@[good] verdict: safe
double nondet_double(void);
unsigned nondet_unsigned(void);
unsigned __int128 wide;

int main(void) {
  double x = nondet_double();
  unsigned n = nondet_unsigned();
#ifdef NARROW
  float f = x; //~[narrow] float-overflow
#elif defined INTEGER
  wide = (unsigned __int128)-1 - n;
  float f = wide; //~[integer] float-overflow
#else
  float f = n;
  double d = f;
  if (x < 1e38 && x > -1e38)
    f = (float)x + (d > 1);
#endif
  return f > 1;
}
