//! A function without a body may write what its pointers lead to, unless they are to constants.
//@ revisions: good bad pure
//@[bad] flags: -DBAD
//@[pure] flags: -DBAD --pure-stubs
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[pure] verdict: safe
//@[good] contains: changes_things: no body
#include <assert.h>
struct pair { int a, b; };
void changes_things(struct pair *, const struct pair *, int *const);
int main(void) {
  struct pair x = {1, 2}, y = {3, 4};
  int z = 5, other = 6;
  changes_things(&x, &y, &z);
  assert(y.b == 4 && other == 6);
#ifdef BAD
  assert(x.b == 2); //~[bad] assertion
#endif
  return 0;
}
