//! ESBMC (TSE 2012) Figure 10: shift-and-add is multiplication.
//@ revisions: paper wrong
//@[paper] verdict: safe
//@[wrong] flags: -DBITS=7
//@[wrong] verdict: unsafe
#include <assert.h>
#ifndef BITS
#define BITS 8
#endif
unsigned char nd_uchar(void);
int main() {
  unsigned char a, b;
  unsigned int result = 0, i;
  a = nd_uchar();
  b = nd_uchar();
  for (i = 0; i < BITS; i++)
    if ((b >> i) & 1)
      result += (a << i);
  assert(result == a * b); //~[wrong] assertion
}
