//! Writes at constant places over a write at a symbolic one, and over each other.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[400];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (k >= 400 || n >= 400) return 0;
  for (unsigned i = 0; i < 400; i++) a[i] = i;
  a[k] = 1000;
  for (unsigned i = 0; i < 200; i++) a[i] += 2;
  for (unsigned i = 100; i < 200; i++) a[i] = i;
  unsigned want = n == k ? 1000 : n;
  if (n < 100) want += 2;
  else if (n < 200) want = n;
#ifdef BAD
  assert(a[n] == want + (n == 77)); //~[bad] assertion
#else
  assert(a[n] == want);
#endif
  return 0;
}
