//! A volatile variable that only the program changes.
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
  volatile unsigned ticks = 0;
  unsigned copy = 0;
  while (nondet_int()) {
    ticks++;
    copy++;
    BUG(if (copy == 3) ticks++;)
    assert(ticks == copy); //~[bad] assertion
  }
  return 0;
}
