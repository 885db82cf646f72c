//! One array in cells of different sizes on two ways to a join.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[2000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (i >= 2000 || k >= 2000) return 0;
  if (__VERIFIER_nondet_uint()) a[i] = 0x01020304;
  else ((unsigned char *)a)[4 * i + 1] = 3;
#ifdef BAD
  assert((a[k] & 0xff) == 0); //~[bad] assertion
#else
  assert((a[k] & 0xff00) == (i == k ? 0x300 : 0));
#endif
  return 0;
}
