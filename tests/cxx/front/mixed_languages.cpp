//! Files in C and C++ make one program and call each other.
//@ revisions: good bad
//@ files: parts/shared.c
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <cassert>
extern "C" {
int nondet_int(void);
int twice(int);
int next(int x) { return x + 1; }
extern int global_of_c;
}
int main() {
  int x = nondet_int();
  if (x < 0 || x > 100) return 0;
#ifdef BAD
  assert(twice(x) != 84); //~[bad] assertion
#endif
  assert(twice(x) == x + x);
  assert(global_of_c == 4);
  return 0;
}
