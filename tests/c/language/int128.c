//! 128-bit integers.
//@ verdict: safe
#include <assert.h>
unsigned long nondet_ulong(void);
int main(void) {
  unsigned long a = nondet_ulong();
  unsigned __int128 w = (unsigned __int128)a << 64 | 5;
  assert((unsigned long)(w >> 64) == a && (unsigned long)w == 5);
  return 0;
}
