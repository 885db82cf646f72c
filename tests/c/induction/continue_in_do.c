//! `continue` of a do-while loop goes to its condition.
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
  unsigned n = 0, twice = 0;
  do {
    n++;
    twice += 2;
    if (nondet_int())
      continue;
    BUG(if (n == 3) twice++;)
    assert(twice == 2 * n); //~[bad] assertion
  } while (nondet_int());
  return 0;
}
