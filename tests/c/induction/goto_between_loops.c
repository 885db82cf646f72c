//! A jump from a second loop back before the first.
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
  unsigned n = 0;
first:
  while (nondet_int())
    n += 8;
  while (nondet_int()) {
    n += 4;
    BUG(if (n == 20) n++;)
    if (nondet_int())
      goto first;
  }
  assert(n % 4 == 0); //~[bad] assertion
  return 0;
}
