//! A pointer copied byte by byte is the same pointer.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
_Bool nondet_bool(void);
struct pair {
  int *p;
  int k;
};
int main(void) {
  int x = 3, y = 4;
  struct pair from = {nondet_bool() ? &x : &y, 2}, to;
  char *a = (char *)&from, *b = (char *)&to;
  for (unsigned i = 0; i < sizeof from; i++)
    b[i] = a[i];
  *to.p = 7;
  assert((x == 7) != (y == 7) && to.k == 2);
#ifdef BAD
  assert(x == 7); //~[bad] assertion
#endif
  return 0;
}
