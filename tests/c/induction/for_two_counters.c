//! One counter up, one down: their sum stays.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned n = nondet_uint(), up, down = n;
  for (up = 0; up < n; up++, down--) {
    BUG(if (up == 2) down++;)
    assert(up + down == n); //~[bad] assertion
  }
  return 0;
}
