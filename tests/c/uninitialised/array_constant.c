//! An element at a constant index.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int main(void) {
  short a[4];
  a[0] = 1;
  a[2] = 2;
#ifdef BAD
  return a[1]; //~[bad] uninitialised
#else
  return a[0] + a[2] - 3;
#endif
}
