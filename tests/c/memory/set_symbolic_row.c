//! A row of a matrix is set, at a symbolic place.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int m[64][64];
int main(void) {
  unsigned r = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (r >= 64 || i >= 64 || j >= 64) return 0;
  memset(m[r], 0xff, sizeof m[r]);
#ifdef BAD
  assert(m[i][j] == 0 || i != 40); //~[bad] assertion
#else
  assert(m[i][j] == (i == r ? -1 : 0));
#endif
  return 0;
}
