//! Pointers into one object at symbolic places: differences, comparisons, negative steps.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
long a[300];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 300 || j >= 300) return 0;
  long *p = a + i, *q = &a[j];
  assert(p - q == (long)i - (long)j);
  assert((p < q) == (i < j));
  assert((p == q) == (i == j));
  *q = 5;
#ifdef BAD
  if (i > j) p[-1] = 8;
  assert(a[j] == 5); //~[bad] assertion
#else
  if (i > j + 1) p[-1] = 8;
  assert(a[j] == 5);
  assert(p[-(long)i] == a[0]);
#endif
  return 0;
}
