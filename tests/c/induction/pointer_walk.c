//! A pointer that walks over an array of constant length.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int a[10], sum = 0;
  int *p;
  for (p = a; p != a + 10; p++)
    *p = 2;
  for (p = a; p != a + 10 BUG(+ 1); p++)
    sum += *p; //~[bad] pointer.bounds
  assert(sum == 20);
  return 0;
}
