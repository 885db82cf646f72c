//! `__VERIFIER_nondet_memory` gives so many bytes any contents.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stddef.h>
void __VERIFIER_nondet_memory(void *memory, size_t size);
int main(void) {
  struct { int a, b; } pair = {1, 2};
  __VERIFIER_nondet_memory(&pair.a, sizeof pair.a);
  assert(pair.b == 2);
#ifdef BAD
  assert(pair.a == 1); //~[bad] assertion
#endif
  return 0;
}
