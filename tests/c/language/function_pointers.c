//! Calls through pointers, from variables, arrays and arguments.
//@ revisions: good bad null
//@[bad] flags: -DBAD
//@[null] flags: -DNULL_CALL
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[null] verdict: unsafe
#include <assert.h>
int nondet_int(void);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int x) {
  return f(x); //~[null] function-pointer
}
int main(void) {
  int (*table[2])(int) = {twice, square};
  int which = nondet_int() & 1;
  int r = table[which](5);
  assert(r == (which ? 25 : 10));
  assert(apply(square, 4) == 16);
#ifdef BAD
  assert(apply(table[which], 2) == 5); //~[bad] assertion
#endif
#ifdef NULL_CALL
  apply(0, 1);
#endif
  return 0;
}
