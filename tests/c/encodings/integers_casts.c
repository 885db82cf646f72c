//! With integers, casts between widths and signs give what they give in C.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback
//@[good] flags: --ir
//@[bad] flags: --ir -DWRONG
//@[bad_bv] flags: --bv -DWRONG
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
int nondet_int(void);
long nondet_long(void);
int main(void) {
  int x = nondet_int();
  long l = nondet_long();
  assert((int)(unsigned)x == x);
  assert((long)x == x && (x >= 0 || (unsigned long)x > 4294967295ul));
  signed char c = (signed char)x;
  assert(c >= -128 && c <= 127);
  if (x == 200)
    assert(c == -56);
  if (x >= -128 && x <= 127)
    assert(c == x);
  assert((unsigned)l == (unsigned)(l % 4294967296l));
#ifdef WRONG
  assert((int)l == l); //~[bad] assertion //~[bad_bv] assertion
#endif
  return 0;
}
