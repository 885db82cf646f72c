//! A pointer made from a product leads to what lies at its address.
//@ revisions: bad ok invalid
//@[bad] flags: -DVALUE=4
//@[bad] verdict: unsafe
//@[ok] flags: -DVALUE=5
//@[ok] verdict: safe
//@[invalid] flags: -DANY -DVALUE=5
//@[invalid] verdict: unsafe
#include <assert.h>
#include <stdint.h>

int x = 5;
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  uintptr_t factor = __VERIFIER_nondet_ulong();
  int *p = (int *)((uintptr_t)&x * factor * 3);
#ifndef ANY
  if (factor * 3 != 1)
    return 0;
#else
  if (((uintptr_t)p & 3) != 0 || factor == 0)
    return 0;
#endif
  assert(*p == VALUE); //~[bad] assertion //~[invalid] pointer.invalid
  return 0;
}
