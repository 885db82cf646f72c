//! Several files make one program: functions, globals and statics of the same name.
//@ revisions: good bad
//@ files: parts/counter.c
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern int total;
int add(int x);
static int step(void) { return 1; }
int main(void) {
  add(4);
  add(step());
  assert(total == 5);
#ifdef BAD
  add(-100);
#endif
  return 0;
}
