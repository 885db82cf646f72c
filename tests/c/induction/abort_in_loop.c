//! An abort where a precondition fails.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
static void require(int condition) {
  if (!condition)
    abort();
}
int main(void) {
  unsigned n = 0, free_places = 10;
  while (nondet_int()) {
    require(free_places > 0 BUG(|| n == 10));
    n++;
    free_places--;
    assert(n + free_places == 10 && n <= 10); //~[bad] assertion
  }
  return 0;
}
