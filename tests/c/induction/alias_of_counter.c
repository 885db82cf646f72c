//! A pointer to the counter of a loop changes it.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned i = 0, passes = 0;
  unsigned *p = &i;
  while (nondet_int()) {
    passes++;
    *p += 1;
    BUG(if (passes == 5) *p += 1;)
    assert(i == passes); //~[bad] assertion
  }
  return 0;
}
