//! A counter of type signed char, cut off at both ends.
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
  signed char c = 0;
  while (nondet_int()) {
    if (nondet_int())
      c = c < 100 ? c + 3 : 100;
    else
      c = c > -100 ? c - 3 : -100;
    BUG(if (c == 99) c = (signed char)(c + 30);)
    assert(c >= -102 && c <= 102); //~[bad] assertion
  }
  return 0;
}
