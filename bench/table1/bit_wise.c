//! Shift and add is multiplication (the paper's Figure 10).
//@ paper: 13 CBMC.BitWise
//@ row: --unwind 8
//@ safe: -DBITS=4
//@ unsafe: -DBITS=4 -DBUG
#include <assert.h>
#ifndef BITS
#define BITS 8
#endif
#ifdef BUG
#define TAKEN (BITS - 1)
#else
#define TAKEN BITS
#endif
unsigned char nondet_uchar(void);

int main(void) {
  unsigned char a = nondet_uchar(), b = nondet_uchar();
  unsigned result = 0;
  b &= (1u << BITS) - 1;
  for (unsigned i = 0; i < TAKEN; i++)
    if ((b >> i) & 1)
      result += (unsigned)a << i;
  assert(result == (unsigned)a * b);
  return 0;
}
