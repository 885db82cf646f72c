//! A comparison of a signed with an unsigned number.
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
  int i = 0;
  unsigned limit = 10;
  while (nondet_int()) {
    i = (unsigned)i < limit ? i + 1 : 0;
    BUG(if (i == 5) i = -1;)
    assert((unsigned)i <= limit); //~[bad] assertion
  }
  return 0;
}
