//! ESBMC (TSE 2012) Figure 5: every element is a constant, so that no solver is needed.
//!
//! The last element is 1 + (1 + … + 999) = 499501. The bound that the paper prints, 2*1000, is
//! therefore violated for N = 1000; 500*1000 holds.
//@ revisions: printed holds
//@[printed] flags: -DBOUND=2*1000
//@[printed] verdict: unsafe
//@[holds] flags: -DBOUND=500*1000
//@[holds] verdict: safe
//@ stats: solver-calls = 0
//@ stats: vcs-left <= 1
#include <assert.h>
#define N 1000
int a[N];
int main(void) {
  int i;
  a[0] = 1;
  for (i = 1; i < N; i++) {
    a[i] = a[i - 1] + i;
  }
  assert(a[i - 1] < BOUND); //~[printed] assertion
  return 0;
}
