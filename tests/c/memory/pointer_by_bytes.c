//! A pointer copied byte by byte, and through an integer, is the same pointer.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_int() ? &x : &y, *q, *r;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  uintptr_t bits;
  memcpy(&bits, &q, sizeof q);
  bits += 4;
  bits -= 4;
  memcpy(&r, &bits, sizeof r);
  *r = 7;
#ifdef BAD
  assert(x == 7); //~[bad] assertion
#else
  assert(*p == 7 && p == q && q == r && x + y >= 8);
#endif
  return 0;
}
