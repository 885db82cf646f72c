//! Addresses of functions are numbers like others: any order, and calls by them.
//@ revisions: order called ok
//@[order] flags: -DORDER
//@[order] verdict: unsafe
//@[called] flags: -DVALUE=0
//@[called] verdict: unsafe
//@[ok] flags: -DVALUE=1
//@[ok] verdict: safe
//@ again: --k-induction
#include <assert.h>
#include <stdint.h>

int x;
static void set(void) { x = 1; }
static void keep(void) {}

int main(void) {
#ifdef ORDER
  assert((uintptr_t)&keep < (uintptr_t)&set); //~[order] assertion
#else
  uintptr_t n = (uintptr_t)&set, m = 0;
  for (int i = 0; i < 8 * (int)sizeof n; i++)
    if (n >> i & 1)
      m |= (uintptr_t)1 << i;
  ((void (*)(void))m)();
  assert(x == VALUE); //~[called] assertion
#endif
  return 0;
}
