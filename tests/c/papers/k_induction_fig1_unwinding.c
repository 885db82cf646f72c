//! k-induction (STTT 2017) Figure 1: no bound suffices for the loop unless the input is small; induction does.
//@ flags: --no-model
//@ revisions: unbounded assumed small_bound partial induction
//@[unbounded] flags: --unwind 10
//@[unbounded] verdict: unknown
//@[unbounded] contains: unknown: bound 10 reached by
//@[assumed] flags: --unwind 11 -DLIMIT=10
//@[assumed] verdict: safe
//@[small_bound] flags: --unwind 5 -DLIMIT=10
//@[small_bound] verdict: unknown
//@[partial] flags: --unwind 5 --no-unwinding-assertions
//@[partial] verdict: safe
//@[partial] contains: no violation up to bound 5
//@[induction] flags: --k-induction --no-static-analysis
//@[induction] verdict: safe
//@[small_bound] because: bound 5 reached by loop main.0
//@[induction] contains: proved by induction
#include <assert.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {
  unsigned int x = nondet_uint();
#ifdef LIMIT
  __VERIFIER_assume(x <= LIMIT);
#endif
  while (x > 0)
    x--;
  assert(x == 0);
  return 0;
}
