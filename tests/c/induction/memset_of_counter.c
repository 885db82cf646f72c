//! A library function that writes over the counter of a loop.
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
int main(void) {
  unsigned i = 0, passes = 0;
  while (nondet_int()) {
    i++;
    passes++;
    if (i == 8)
      memset(&i, 0 BUG(+ (passes == 8)), sizeof i);
    assert(i < 8); //~[bad] assertion
  }
  return 0;
}
