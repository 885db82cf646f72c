//! Pointers that went through integers lead where they did.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
int main(void) {
  int a[10] = {0}, x = 1, y = 2;
  unsigned i = nondet_uint() % 10;
  uintptr_t u = (uintptr_t)a + 4 * i;
  *(int *)u = 3;
  assert(a[i] == 3);
  u = (uintptr_t)&x | 1;
  assert(u & 1);
  assert((int *)(u & ~(uintptr_t)1) == &x);
  u = (uintptr_t)&x ^ (uintptr_t)&y;
  int *p = (int *)(u ^ (uintptr_t)&x);
  assert(p == &y);
  *p = 9;
  assert(y == 9 && x == 1);
#ifdef BAD
  *(int *)((uintptr_t)a + 4 * (i + 1)) = 4; //~[bad] pointer.bounds
#endif
  return 0;
}
