//! A part of an object of symbolic size is set; only the path says that it lies inside.
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
  if (n == 0 || n > 1000000) return 0;
  char *p = malloc(n);
  if (!p) return 0;
  if (m <= n) {
    memset(p, 7, m);
#ifdef BAD
    if (k < n) assert(p[k] == 7); //~[bad] assertion
#else
    if (k < m) assert(p[k] == 7);
#endif
  }
  free(p);
  return 0;
}
