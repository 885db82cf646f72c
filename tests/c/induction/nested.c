//! A loop in a loop, with a claim about both counters.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] flags: --k-induction
//@[good] verdict: safe
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
  unsigned outer = 0, inner = 0;
  while (nondet_int()) {
    outer++;
    while (nondet_int()) {
      inner += 2;
      BUG(if (outer == 3 && inner == 8) inner++;)
      assert(inner % 2 == 0); //~[bad] assertion
    }
  }
  assert(inner % 2 == 0);
  return 0;
}
