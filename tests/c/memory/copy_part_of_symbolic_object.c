//! Copies between objects of symbolic size.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n < 4 || n > 100000) return 0;
  char *p = malloc(n), *q = malloc(n + 10);
  if (!p || !q) { free(p); free(q); return 0; }
  memset(p, 1, n);
  memset(q, 2, n + 10);
  p[n - 1] = 5;
#ifdef BAD
  memcpy(q + 3, p, m); //~[bad] pointer.bounds
#else
  if (m > n) m = n;
  memcpy(q + 3, p, m);
  if (k < 3) assert(q[k] == 2);
  else if (k < 3 + m) assert(q[k] == 1 || (q[k] == 5 && m == n && k == n + 2));
  else if (k < n + 10) assert(q[k] == 2);
#endif
  free(p);
  free(q);
  return 0;
}
