//! A loop whose head does all the work.
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
  unsigned i, j;
  for (i = 0, j = 0; nondet_int(); i++, j += 3 BUG(- (i == 9)))
    ;
  assert(j == 3 * i); //~[bad] assertion
  return 0;
}
