//! Variable-length arrays: accesses inside, and out of bounds.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n < 2 || n > 5)
    return 0;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
#ifdef BAD
  return a[n]; //~[bad] bounds
#else
  return a[n - 1] - n + 1;
#endif
}
