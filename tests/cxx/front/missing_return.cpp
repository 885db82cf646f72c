//! The end of a function that should return a value is undefined in C++, whether the value is used or not.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
int nondet_int();
#ifndef BAD
#define OTHERWISE return 0;
#else
#define OTHERWISE
#endif
int sign(int x) { //~[bad] missing-return
  if (x > 0) return 1;
  if (x < 0) return -1;
  OTHERWISE
}
int main() {
  sign(nondet_int());
  return 0;
}
