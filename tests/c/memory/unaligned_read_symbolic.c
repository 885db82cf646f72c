//! A read across elements of an array, at a symbolic byte.
//@ revisions: ok bad
//@ flags: --no-align-check
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[100];
int main(void) {
  for (unsigned i = 0; i < 100; i++) a[i] = 0x01010101u * i;
  unsigned k = __VERIFIER_nondet_uint();
  if (k > sizeof a - sizeof(unsigned)) return 0;
  unsigned r = *(unsigned *)((char *)a + k), s;
  memcpy(&s, (char *)a + k, sizeof s);
  assert(r == s);
#ifdef BAD
  assert((r & 0xff) == r >> 24); //~[bad] assertion
#else
  assert((r & 0xff) == k / 4 && r >> 24 == (k + 3) / 4);
#endif
  return 0;
}
