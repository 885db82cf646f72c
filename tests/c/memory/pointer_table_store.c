//! Pointers stored into and read from a large table at symbolic places, and followed.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int *table[100];
int v[100], special;
int main(void) {
  for (int i = 0; i < 100; i++) table[i] = &v[i];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 100 || j >= 100) return 0;
  table[i] = &special;
  *table[j] = 4;
#ifdef BAD
  assert(special == 0); //~[bad] assertion
#else
  assert((special == 4) == (i == j));
  assert(v[j] == (i == j ? 0 : 4));
#endif
  return 0;
}
