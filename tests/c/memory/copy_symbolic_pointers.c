//! Pointers survive copies of a symbolic number of them.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = 1, y = 2;
  int *from[4] = {&x, &y, &x, &y}, *to[4] = {&y, &y, &y, &y};
  unsigned n = nondet_uint();
  __VERIFIER_assume(n <= 4);
  memmove(to, from, n * sizeof *to);
#ifdef BAD
  assert(*to[0] == 2); //~[bad] assertion
#else
  assert(*to[0] == (n > 0 ? 1 : 2));
  assert(*to[1] == 2 && *to[3] == 2);
#endif
}
