//! A loop that counts down past zero.
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
  unsigned n = nondet_uint() % 1000, i, seen = 0;
  for (i = n; i-- > 0;) {
    seen++;
    BUG(if (seen == 20) i++;)
    assert(i + seen == n); //~[bad] assertion
  }
  return 0;
}
