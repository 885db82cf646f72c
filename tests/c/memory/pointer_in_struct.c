//! Pointers stored in memory are found again.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
struct holder {
  int *p;
  struct holder *self;
};
int nondet_int(void);
int main(void) {
  int a = 1, b = 2;
  struct holder h = {&a, &h}, copy;
  if (nondet_int())
    h.p = &b;
  copy = h;
  *copy.self->p = 5;
#ifdef BAD
  assert(a == 5); //~[bad] assertion
#else
  assert(a == 5 || b == 5);
#endif
  assert(a + b == 7 || a + b == 6);
  return 0;
}
