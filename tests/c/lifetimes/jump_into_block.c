//! A `goto` into a block starts the life of the variables that it passes; leaving it ends them.
//@ revisions: behind again ok
//@[behind] flags: -DBEHIND
//@[again] flags: -DAGAIN
//@[behind] verdict: unsafe
//@[again] verdict: unsafe
//@[ok] verdict: safe
//@[again] unseen: both lives have one address, which is alive again
#include <assert.h>

int main(void) {
  int rounds = 0;
  int *p = 0;
enter:
  if (rounds < 2)
    goto inside;
#ifdef BEHIND
  return *p; //~[behind] pointer.expired
#else
  return 0;
#endif
  {
    int x;
    int y = 3;
    x = 1;
  inside:
#ifdef AGAIN
    if (rounds == 1)
      return *p; //~[again] pointer.expired
#endif
    x = rounds;
    y = x + 1;
    p = &x;
    *p += y;
    assert(x == 2 * rounds + 1);
    rounds++;
    if (rounds == 1 && x == 1)
      goto inside_again;
  }
  goto enter;
inside_again:
  goto enter;
}
