//! A variable-length array has the size that its declaration says, however large.
//@ revisions: good bad
//@ flags: --32 --property valid-memsafety
//@[good] flags: -DLAST=(n-1)
//@[bad] flags: -DLAST=n
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n <= 0)
    return 0;
  int a[n];
  a[LAST] = 1; //~[bad] pointer.bounds
  return 0;
}
