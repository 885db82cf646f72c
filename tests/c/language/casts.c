//! Casts between integers of different width and sign.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
long nondet_long(void);
int main(void) {
  long x = nondet_long();
  int narrow = (int)x;
  assert((unsigned)narrow == (unsigned)x);
  if (x >= -128 && x < 128)
    assert((signed char)x == x);
  if (x < 0)
    assert((unsigned long)x > 0x7fffffffffffffffUL);
#ifdef BAD
  assert(narrow == x); //~[bad] assertion
#endif
  return 0;
}
