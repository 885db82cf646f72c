//! What holds in a later phase of a long loop follows from a condition in its body.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define LIMIT 4
#else
#define LIMIT 5000000
#endif
int main(void) {
  unsigned x = 0, y = LIMIT;
  while (x < 2 * LIMIT + 2 && nondet_int()) {
    if (x >= LIMIT)
      y++;
    x++;
#ifdef BAD
    if (x == 9) y--;
#endif
  }
  assert(x < LIMIT || x == y); //~[bad] assertion
  return 0;
}
