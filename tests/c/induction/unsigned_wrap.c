//! A counter that starts again at zero.
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
  unsigned char c = 250;
  unsigned passes = 0;
  while (nondet_int()) {
    c += 2;
    passes++;
    assert(c % 2 == 0); //~[bad] assertion
    BUG(if (c == 8) c = 9;)
  }
  return 0;
}
