//! Elements of an array have values one by one.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
unsigned nondet_uint(void);
int main(void) {
  int a[8];
  for (int i = 0; i < 8; i++)
#ifdef BAD
    if (i != 5)
#endif
      a[i] = i;
  if (a[3] != 3)
    return 1;
  unsigned k = nondet_uint();
  if (k >= 8)
    return 0;
  return a[k] > 8; //~[bad] uninitialised
}
