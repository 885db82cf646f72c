//! A byte written on one of two ways over an array that is known by what it holds.
//@ verdict: safe
#include <assert.h>
#include <string.h>
unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar() & 7;
  unsigned short h[160];
  unsigned char *c = (unsigned char *)h;
  memset(h, 0, sizeof h);
  unsigned char v = c[104 + 26 * x];
  c[104 + 26 * x] = v ^ 1;
  if (x == 1)
    c[0] = 1;
  assert(c[0] <= 1);
}
