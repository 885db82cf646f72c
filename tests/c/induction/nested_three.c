//! Loops three deep, each with a counter that the inner ones carry on.
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
  unsigned even = 0, rounds = 0;
  while (nondet_int()) {
    rounds++;
    do {
      even += 2;
      for (unsigned i = 0; i < 3; i++)
        even += 4;
      BUG(if (rounds == 2) even++;)
    } while (nondet_int());
    assert(even % 2 == 0); //~[bad] assertion
  }
  return 0;
}
