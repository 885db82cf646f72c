//! ESBMC (TSE 2012) Figure 10 with integers: shift-and-add is multiplication, which uninterpreted
//! operators on bits would not show.
//@ revisions: good bad
//@ flags: --ir --no-solver-fallback
//@[good] verdict: safe
//@[bad] flags: -DBITS=2
//@[bad] verdict: unsafe
#include <assert.h>
#ifndef BITS
#define BITS 3
#endif
unsigned char nondet_uchar(void);
int main(void) {
  unsigned char a = nondet_uchar() & 7, b = nondet_uchar() & 7;
  unsigned result = 0;
  for (unsigned i = 0; i < BITS; i++)
    if ((b >> i) & 1)
      result += (unsigned)a << i;
  assert(result == (unsigned)(a * b)); //~[bad] assertion
  return 0;
}
