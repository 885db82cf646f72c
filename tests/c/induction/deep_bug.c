//! A violation in the fortieth pass is found, and not proved away.
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
  unsigned i = 0;
  while (nondet_int()) {
    i += 3;
    BUG(if (i == 120) i--;)
    assert(i % 3 == 0 || i > 3000); //~[bad] assertion
    if (i > 2990)
      i = 0;
  }
  return 0;
}
