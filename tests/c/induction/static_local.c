//! A static variable keeps its value from pass to pass.
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
static unsigned next(void) {
  static unsigned count;
  count = count == 12 ? 0 : count + 1;
  return count;
}
int main(void) {
  while (nondet_int())
    assert(next() <= BUG(11 +) 12 BUG(- 12)); //~[bad] assertion
  return 0;
}
