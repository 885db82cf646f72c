//! Every element of a large array is written before one at an unknown index is read.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
unsigned nondet_uint(void);
int main(void) {
  static int kept;
  int a[3000];
  for (int i = 0; i < 3000; i++)
    a[i] = i;
#ifdef BAD
  int b[3000];
  b[17] = 4;
  int *p = b;
#else
  int *p = a;
#endif
  unsigned k = nondet_uint();
  if (k < 3000)
    kept = p[k]; //~[bad] uninitialised
  return 0;
}
