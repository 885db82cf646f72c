//! Sums of nondeterministic floats round; equality holds where nothing is lost.
//@ revisions: bad ok
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
float nondet_float(void);
void __VERIFIER_assume(int);

int main(void) {
  float x = nondet_float();
  __VERIFIER_assume(x >= 0.0f && x <= 100.0f);
#ifdef BAD
  assert(x + 1.0f > x + 0.5f + 0.4999999f); //~[bad] assertion
#else
  assert(x + 1.0f >= x);
  assert(x * 2.0f == x + x);
  assert(-(-x) == x);
#endif
}
