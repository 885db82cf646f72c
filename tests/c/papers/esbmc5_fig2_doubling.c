//! ESBMC 5.0 (ASE 2018) Figure 2: a positive double stays positive when it is doubled.
//@ flags: --no-model
//!
//! Without the check for NaN, which compares with nothing, the first claim behind it fails.
//@ revisions: paper default removed removed_default
//@[paper] flags: --floatbv --k-induction
//@[paper] verdict: safe
//@[paper] contains: proved by induction
//@[default] verdict: safe
//@[removed] flags: --floatbv --k-induction -DREMOVED
//@[removed] verdict: unsafe
//@[removed_default] flags: -DREMOVED --multi-property --max-k-step 4
//@[removed_default] verdict: unsafe
//@[removed_default] contains: x = NAN
//@[paper] stats: bound <= 2
//@[paper] stats: terms <= 100
//@[removed] stats: solver-calls = 0
#include <assert.h>
#include <math.h>
#ifdef REMOVED
#define IS_NAN(x) 0
#else
#define IS_NAN(x) isnan(x)
#endif
unsigned nondet_uint(void);
double nondet_double(void);
int main(void) {
  unsigned rounds = nondet_uint();
  double x = nondet_double();
  if (x <= 0 || IS_NAN(x))
    return 0;
  unsigned i = 0;
  while (i < rounds) {
    x = 2 * x;
    assert(x > 0); //~[removed_default] assertion
    //~[removed]^ assertion
    ++i;
  }
  assert(x > 0); //~[removed_default] assertion
  return 0;
}
