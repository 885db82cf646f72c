//! The sum of n equal numbers is n times the number.
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
  unsigned a = 2, n = nondet_uint(), i, sn = 0;
  for (i = 1; i <= n BUG(&& i < 12); i++) {
    if (i == 0)
      return 0;
    sn += a;
  }
  assert(sn == n * a || sn == 0); //~[bad] assertion
  return 0;
}
