//! Numbers of type short that come back into their range.
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
  short a = 1, b = 1;
  while (nondet_int()) {
    short c = (short)((a + b) % 1000);
    a = b;
    b = c;
    assert(b BUG(!= 610 && b) >= 0); //~[bad] assertion
  }
  return 0;
}
