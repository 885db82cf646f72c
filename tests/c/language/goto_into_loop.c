//! A jump into the middle of a loop.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int i = 0, n = 0, k = nondet_int();
  if (k == 3)
    goto inside;
  for (i = 0; i < 5; i++) {
    n++;
  inside:
    n += 2;
  }
  assert(n == (k == 3 ? 14 : 15));
#ifdef BAD
  assert(n == 15); //~[bad] assertion
#endif
  return 0;
}
