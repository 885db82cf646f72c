//! In a function with a computed `goto` clang marks no variable; blocks end lives all the same.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>

int main(void) {
  static void *table[] = {&&push, &&add, &&stop};
  static const int program[] = {0, 1, 1, 2};
  int at = 0, sum = 0;
  int *kept = &sum;
  goto *table[program[at++]];
push: {
  int x = 3;
  kept = &x;
  sum += *kept;
#ifndef BAD
  kept = &sum;
#endif
}
  goto *table[program[at++]];
add: {
  int y = *kept; //~[bad] pointer.expired
  sum += y;
}
  goto *table[program[at++]];
stop:
  assert(sum == 12);
  return 0;
}
