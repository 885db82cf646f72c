//! A word written whole and read by bytes, and the other way round.
//@ verdict: safe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned w = nondet_uint(), v = 0;
  unsigned char *p = (unsigned char *)&w, *q = (unsigned char *)&v;
  for (int i = 0; i < 4; i++)
    q[3 - i] = p[i];
  assert(v == __builtin_bswap32(w));
  assert(p[0] + 256u * p[1] == (w & 0xffff));
  return 0;
}
