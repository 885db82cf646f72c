//! Pointers with a tag in the low bits of their addresses.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3, y = 4;
  int c = __VERIFIER_nondet_int();
  uintptr_t p = (uintptr_t)(c ? &x : &y);
  if (c) p |= 1;
#ifdef BAD
  int *q = (int *)p;
  *q = 1; //~[bad] pointer.bounds
#else
  assert((p & 1) == (c != 0));
  int *q = (int *)(p & ~(uintptr_t)1);
  *q = 9;
  assert(x == (c ? 9 : 3) && y == (c ? 4 : 9));
#endif
  return 0;
}
