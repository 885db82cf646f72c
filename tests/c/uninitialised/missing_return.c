//! The result of a function that ended without a return has no value.
//@ revisions: good bad
//@ flags: --uninitialised-check --no-missing-return-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
static int sign(int x) {
  if (x > 0)
    return 1;
  else if (x < 0)
    return -1;
#ifndef BAD
  return 0;
#endif
}
int main(void) {
  int s = sign(nondet_int());
  return s == 2; //~[bad] uninitialised
}
