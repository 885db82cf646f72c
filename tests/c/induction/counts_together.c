//! Two counters that grow together stay equal, whatever the number of rounds.
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
  unsigned x = 0, y = 0;
  while (nondet_int()) {
    x++;
    y++;
    BUG(if (x == 9) y++;)
  }
  assert(x == y); //~[bad] assertion
  return 0;
}
