//! Bytes stored at a symbolic place into a large array of ints.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[200];
int main(void) {
  unsigned char *p = (unsigned char *)a;
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= sizeof a || j >= sizeof a) return 0;
  p[i] = 1;
  p[j] = 2;
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 200) return 0;
#ifdef BAD
  assert(a[k] != 0x02010000u); //~[bad] assertion
#else
  assert((a[k] & 0xfcfcfcfcu) == 0);
#endif
  return 0;
}
