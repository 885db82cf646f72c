//! A result that a function leaves unwritten when it fails.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
static int get(int *result) {
  if (nondet_int() < 0)
    return -1;
  *result = 2;
  return 0;
}
int main(void) {
  int x;
#ifdef BAD
  get(&x);
  return x == 3; //~[bad] uninitialised
#else
  if (get(&x) < 0)
    return 0;
  return x == 3;
#endif
}
