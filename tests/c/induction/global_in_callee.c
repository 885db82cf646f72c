//! What a called function writes is part of what a loop changes.
//@ flags: --no-model
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] flags: --k-induction --no-static-analysis
//@[good] contains: proved by induction
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
static unsigned level;
static void step(void) {
  if (level < 100 BUG(|| nondet_int() == 77))
    level++;
}
int main(void) {
  while (nondet_int()) {
    BUG(if (level == 20) level = 100;)
    step();
  }
  assert(level <= 100); //~[bad] assertion
  return 0;
}
