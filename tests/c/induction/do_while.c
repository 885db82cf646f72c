//! A loop with its condition at the end.
//@ flags: --no-model
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] flags: --k-induction --no-static-analysis
//@[good] contains: proved by induction
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned x = 1;
  do {
    x = x * 2 + 1;
    BUG(if (x == 127) x--;)
    assert(x & 1); //~[bad] assertion
  } while (nondet_int());
  return 0;
}
