//! Large parts of large objects are set and copied.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
#include <stdlib.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);

static char big[1 << 20];

int main(void) {
  memset(big + 16, 7, sizeof big - 32);
  assert(big[15] == 0 && big[16] == 7 && big[sizeof big - 17] == 7 && big[sizeof big - 16] == 0);
  unsigned i = nondet_uint();
  __VERIFIER_assume(i >= 16 && i < sizeof big - 16);
  assert(big[i] == 7);
  unsigned n = nondet_uint();
  __VERIFIER_assume(n > 8);
  char *p = malloc(n);
  if (!p)
    return 0;
  memset(p, 1, n);
#ifdef BAD
  assert(p[n - 1] == 0); //~[bad] assertion
#else
  assert(p[n - 1] == 1 && p[3] == 1);
#endif
  free(p);
}
