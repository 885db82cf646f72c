//! Memory behind a pointer parameter; functions that write results there give values.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] & 1; //~[bad] uninitialised
  return s;
}
static int get(int *result) {
  if (nondet_int() < 0)
    return -1;
  *result = 2;
  return 0;
}
int main(void) {
  int a[4] = {1, 2};
  int b[4];
  int x;
  if (get(&x) == 0 && x != 2)
    return 1;
  b[0] = b[1] = b[3] = 1;
#ifndef BAD
  b[2] = 1;
#endif
  return sum(a, 4) + sum(b, 4) > 8;
}
