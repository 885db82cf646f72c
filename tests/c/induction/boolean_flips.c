//! Flags that change by turns.
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
  _Bool tick = 0, tock = 1;
  unsigned passes = 0;
  do {
    tick = !tick;
    tock = !tock;
    passes++;
    BUG(if (passes == 2) tock = tick;)
    assert(tick != tock); //~[bad] assertion
  } while (nondet_int());
  return 0;
}
