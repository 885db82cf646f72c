//! An `unreachable` in LLVM assembly that an execution gets to is a violation, not the end of it.
//@ revisions: good bad
//@ files: parts/unreachable.ll
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@ unseen: the sanitizers put their checks into what they compile
#include <assert.h>
int nondet_int(void);
int half(int x);
int main(void) {
  int x = nondet_int();
#ifndef BAD
  x &= ~1;
#endif
  int y = half(x);
  assert(y <= x || x < 0); //~[bad] unreachable
  return 0;
}
