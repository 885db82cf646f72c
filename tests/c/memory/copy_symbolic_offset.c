//! A copy between symbolic places of a symbolic number of elements.
//@ revisions: bad ok out
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
//@[out] flags: -DOUT
//@[out] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  int from[20], to[20] = {0};
  for (int i = 0; i < 20; i++)
    from[i] = 100 + i;
  unsigned a = nondet_uint(), b = nondet_uint(), n = nondet_uint(), i = nondet_uint();
#ifdef OUT
  __VERIFIER_assume(a <= 10 && b <= 10 && n <= 11);
#else
  __VERIFIER_assume(a <= 10 && b <= 10 && n <= 10);
#endif
  memcpy(to + a, from + b, n * sizeof(int)); //~[out] pointer.bounds
  __VERIFIER_assume(i < 20);
#ifdef BAD
  assert(to[i] == 0 || to[i] == 100 + i); //~[bad] assertion
#else
  assert(to[i] == 0 || to[i] == 100 + b + (i - a));
#endif
}
