//! Increments, compound assignments and their order.
//@ verdict: safe
#include <assert.h>
int main(void) {
  int a[3] = {1, 2, 3}, i = 0;
  a[i++] += 10;
  a[i] <<= 2;
  a[++i] %= 2;
  assert(a[0] == 11 && a[1] == 8 && a[2] == 1 && i == 2);
  int x = 5;
  x ^= x << 1;
  x |= 64;
  x &= ~1;
  assert(x == 78);
  unsigned char c = 250;
  c += 10;
  assert(c == 4);
  return 0;
}
