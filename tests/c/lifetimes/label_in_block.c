//! A jump back in one block keeps its variables, but each time a declaration is reached the value is
//! indeterminate; a loop around the block makes new ones.
//@ revisions: value pointer again ok
//@[value] flags: -DVALUE
//@[pointer] flags: -DPOINTER
//@[again] flags: -DAGAIN
//@[value] verdict: unsafe
//@[pointer] verdict: unsafe
//@[again] verdict: unsafe
//@[ok] verdict: safe
//@[value] unseen: an indeterminate value that is the old one
//@[pointer] unseen: an indeterminate value that is the old one
#include <assert.h>

int main(void) {
  int *kept = 0;
  for (int round = 0; round < 2; round++) {
    int *p = 0;
    int n = 0;
  again:;
    if (p)
      assert(*p == 5);
#ifdef AGAIN
    if (kept && round == 1)
      return *kept; //~[again] pointer.expired
#endif
    int x;
#ifdef POINTER
    if (p)
      assert(*p == 5); //~[pointer] assertion
#endif
#ifdef VALUE
    if (n == 1)
      assert(x == 5); //~[value] assertion
#endif
    x = 5;
    p = &x;
    kept = p;
    int initialised = n;
    initialised++;
    assert(initialised == n + 1);
    if (n++ < 2)
      goto again;
    assert(n == 3 && *kept == 5);
  }
  return 0;
}
