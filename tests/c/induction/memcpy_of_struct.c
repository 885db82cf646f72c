//! A copy of a whole structure takes its members along.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
struct point {
  int x, y;
};
int main(void) {
  struct point here = {0, 0}, there = {3, 3};
  int passes = 0;
  while (nondet_int()) {
    if (nondet_int())
      memcpy(&here, &there, sizeof here);
    else
      here.x = here.y = 1;
    BUG(if (passes++ == 4) there.y = 4;)
    assert(here.x == here.y); //~[bad] assertion
  }
  return 0;
}
