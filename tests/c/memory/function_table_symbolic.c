//! A large table of function pointers, called at a symbolic place.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int zero(int x) { return x; }
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*table[90])(int);
int main(void) {
  for (int i = 0; i < 90; i++) table[i] = i % 3 == 0 ? zero : i % 3 == 1 ? one : two;
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 90) return 0;
#ifdef BAD
  table[60] = 0;
  return table[k](5); //~[bad] function-pointer
#else
  assert(table[k](5) == 5 + (int)(k % 3));
#endif
  return 0;
}
