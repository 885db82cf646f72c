//! An input that is assumed to be the address of a variable leads to it, behind a loop too, and when it
//! became a pointer before the variable had an address.
//@ revisions: bad early ok early_ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[early] flags: -DEARLY -DBAD
//@[early] verdict: unsafe
//@[early] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@[early_ok] flags: -DEARLY
//@[early_ok] verdict: safe
//@ again: --unwind 5
#include <assert.h>
#include <stdint.h>

int x;
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  uintptr_t n = __VERIFIER_nondet_ulong();
#ifdef EARLY
  int *p = (int *)n;
#endif
  __VERIFIER_assume(n == (uintptr_t)&x);
  int sum = 0, bound = __VERIFIER_nondet_int();
  for (int i = 0; i < bound && i < 3; i++)
    sum += i;
#ifndef EARLY
  int *p = (int *)n;
#endif
  *p = 1;
#ifdef BAD
  assert(x == 0); //~[bad] assertion //~[early] assertion
#else
  assert(x == 1);
#endif
  return sum < 0;
}
