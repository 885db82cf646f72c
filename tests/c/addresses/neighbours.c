//! The end of an object may be the start of another, as a number and as a pointer (C17 6.5.9p6);
//! bytes inside of two objects never have one address.
//@ revisions: number pointer symbolic ok
//@[number] flags: -DNUMBER
//@[number] verdict: unsafe
//@[number] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: unsafe
//@[pointer] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[symbolic] flags: -DSYMBOLIC
//@[symbolic] verdict: unsafe
//@[symbolic] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@ again: --unwind 1
//@ again: --k-induction
#include <assert.h>
#include <stdint.h>

int a[4], b[4];
int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
#ifdef NUMBER
  assert((uintptr_t)(a + 4) != (uintptr_t)b); //~[number] assertion
#elif defined POINTER
  assert(a + 4 != b); //~[pointer] assertion
#elif defined SYMBOLIC
  if (i < 0 || i > 4)
    return 0;
  assert(a + i != b); //~[symbolic] assertion
#else
  if (i < 0 || i > 3)
    return 0;
  assert(a + i != b);
  assert((uintptr_t)(a + i) != (uintptr_t)b);
  assert(a + 4 != b + 1);
#endif
  return 0;
}
