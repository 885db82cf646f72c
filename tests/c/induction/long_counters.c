//! Counters of 64 bits.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned long long big = 1ull << 40, small = 0;
  while (nondet_int()) {
    big += 3;
    small += 3;
    BUG(if (small == 60) big++;)
    assert(big - small == 1ull << 40); //~[bad] assertion
  }
  return 0;
}
