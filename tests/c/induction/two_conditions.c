//! A bound by a variable that the loop does not change.
//@ revisions: good bad
//@[bad] flags: -DBAD
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
  int n = nondet_int(), i = 0, sum = 0;
  if (n < 0 || n > 1000000)
    return 0;
  for (i = 0; i < n; i++) {
    sum += 2;
    BUG(if (i == 13) i++;)
  }
  assert(i == n && sum == 2 * n); //~[bad] assertion
  return 0;
}
