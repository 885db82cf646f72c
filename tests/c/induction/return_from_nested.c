//! A return from an inner loop leaves the outer one too.
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
static unsigned search(unsigned step) {
  unsigned at = 0;
  while (1) {
    unsigned tries = 0;
    while (nondet_int()) {
      if (nondet_int())
        return at BUG(+ (at == 8));
      tries++;
    }
    at += step;
  }
}
int main(void) {
  assert(search(4) % 4 == 0); //~[bad] assertion
  return 0;
}
