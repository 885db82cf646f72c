//! Pointer arithmetic, comparison and difference inside one object.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stddef.h>
int nondet_int(void);
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = nondet_int(), y = nondet_int(), oldx = x, oldy = y;
  swap(&x, &y);
  assert(x == oldy && y == oldx);
  int a[5] = {10, 11, 12, 13, 14};
  int *p = a + 1, *q = &a[4];
  ptrdiff_t d = q - p;
  assert(d == 3 && p < q && p + d == q);
  int **pp = &p;
  (*pp)++;
  assert(*p == 12 && p[1] == 13 && p[-1] == 11);
#ifdef BAD
  swap(&x, &x);
  assert(x != oldy); //~[bad] assertion
#endif
  return 0;
}
