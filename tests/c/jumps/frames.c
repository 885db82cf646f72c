//! A jump leaves all functions that were called since, recursion too.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
static jmp_buf outer;
static int depth, deepest;
static void dive(int to) {
  depth++;
  if (depth > deepest)
    deepest = depth;
  if (depth == to)
    longjmp(outer, depth);
  dive(to);
  assert(0);
}
static int search(int to) {
  depth = 0;
  int found = setjmp(outer);
  if (found)
    return found;
  dive(to);
  return -1;
}
int main(void) {
  assert(search(3) == 3);
  assert(search(1) == 1);
  assert(deepest == 3);
#ifdef BAD
  assert(depth == 3); //~[bad] assertion
#else
  assert(depth == 1);
#endif
  return 0;
}
