//! An assumption in a loop cuts executions off.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned x = 0;
  while (nondet_int()) {
    unsigned step = nondet_uint();
    __VERIFIER_assume(step <= 3 BUG(|| x == 6));
    __VERIFIER_assume(x + step <= 50 BUG(|| x == 6));
    x += step;
    assert(x <= 50); //~[bad] assertion
  }
  return 0;
}
