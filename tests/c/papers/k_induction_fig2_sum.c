//! k-induction (STTT 2017) Figure 2: the sum of n times a is n times a, for every n.
//!
//! Full unwinding would need 2^32 - 1 passes. Where the product is taken in 32 bits it wraps
//! around, so that the claim fails for large n, far beyond any bound, and nothing may prove it.
//@ revisions: paper default late wrong
//@ flags: --no-model
//@[paper] flags: --k-induction --no-static-analysis
//@[paper] verdict: safe
//@[paper] contains: proved by induction
//@[default] verdict: safe
//@[late] flags: -DFACTOR=uint32_t --max-k-step 3
//@[late] verdict: unknown
//@[wrong] flags: -DWRONG=sn--
//@[wrong] verdict: unsafe
//@[late] because: bound 3
//@[paper] stats: solver-calls <= 4
//@[paper] stats: terms <= 50
#include <assert.h>
#include <stdint.h>
#ifndef FACTOR
#define FACTOR uint64_t
#endif
#ifndef WRONG
#define WRONG
#endif
uint32_t nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {
  const FACTOR a = 2;
  uint64_t i = 1, sn = 0;
  uint32_t n = nondet_uint();
  __VERIFIER_assume(n >= 1);
  while (i <= n) {
    sn = sn + a;
    i++;
    if (i == 12)
      WRONG;
  }
  assert(sn == n * a); //~[wrong] assertion
}
