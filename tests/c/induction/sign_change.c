//! A value that goes through a narrower signed type.
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
  unsigned char x = 0;
  while (nondet_int()) {
    int y = (signed char)x;
    assert(y >= -128 && y <= 127 BUG(- 8)); //~[bad] assertion
    x = (unsigned char)(x + 40);
  }
  return 0;
}
