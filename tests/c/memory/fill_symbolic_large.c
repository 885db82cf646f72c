//! A symbolic number of bytes of a large array is set; the others keep their values.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);

char buffer[100];

int main(void) {
  unsigned n = nondet_uint(), i = nondet_uint();
  __VERIFIER_assume(n <= sizeof buffer && i < sizeof buffer);
  memset(buffer, 'x', n);
#ifdef BAD
  assert(buffer[i] == 'x'); //~[bad] assertion
#else
  assert(buffer[i] == (i < n ? 'x' : 0));
#endif
}
