//! An inner loop of a constant length in one without an end.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned total = 0, rounds = 0;
  while (1) {
    for (int i = 0; i < 4; i++)
      total++;
    rounds++;
    BUG(if (rounds == 5) total--;)
    assert(total == 4 * rounds); //~[bad] assertion
  }
}
