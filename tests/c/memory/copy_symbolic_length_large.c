//! Copies and fills of symbolic length over many elements, read at a symbolic place.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int from[1000], to[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) from[i] = 3 * i + 1;
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (n > 1000 || k >= 1000 || c > 500) return 0;
  memcpy(to, from, n * sizeof(int));
  memset(to, 0, c * sizeof(int));
#ifdef BAD
  assert(to[k] == 0 || k < c + 1); //~[bad] assertion
#else
  assert(to[k] == (k >= c && k < n ? (int)(3 * k + 1) : 0));
#endif
  return 0;
}
