//! Five counters add up to a sixth: an equation over all of them is found and proved.
//@ flags: --no-model
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] flags: --k-induction --no-static-analysis
//@[good] contains: proved by induction
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), total = 0, a = 0, b = 0, c = 0, d = 0;
  while (total < n) {
    switch (nondet_uint()) {
    case 0: a++; break;
    case 1: b++; break;
    case 2: c++; break;
    default: d++; break;
    }
    total++;
#ifdef BAD
    if (total == 5) d++;
#endif
  }
  assert(a + b + c + d == total); //~[bad] assertion
  return 0;
}
