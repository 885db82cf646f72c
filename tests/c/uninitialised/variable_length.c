//! A variable-length array starts without values, in every round.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n < 1 || n > 5)
    return 0;
  int r = 0;
  for (int round = 0; round < 2; round++) {
    int a[n];
#ifdef BAD
    if (round == 0)
#endif
      a[n - 1] = 1;
    r += a[n - 1]; //~[bad] uninitialised
  }
  return r != 2;
}
