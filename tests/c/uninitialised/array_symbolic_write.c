//! What one write at an unknown index reached has a value, nothing else.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
unsigned nondet_uint(void);
int main(void) {
  int a[100];
  unsigned i = nondet_uint(), k = nondet_uint();
  if (i >= 100 || k >= 100)
    return 0;
  a[i] = 7;
#ifdef BAD
  if (k + 1 >= i)
#else
  if (k == i)
#endif
    return a[k] == 8; //~[bad] uninitialised
  return 0;
}
