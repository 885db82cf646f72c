//! A program with many branches on inputs merges at every join instead of splitting paths.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
_Bool nondet_bool(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 40; i++)
    if (nondet_bool())
      n++;
    else
      n += 2;
  assert(n >= 40 && n <= 80);
#ifdef BAD
  assert(n != 57); //~[bad] assertion
#endif
  return 0;
}
