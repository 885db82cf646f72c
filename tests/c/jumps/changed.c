//! A variable that is not volatile and has changed since setjmp is indeterminate after a jump (C17
//! 7.13.2.1p3); others keep their values.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@ unseen: compilers without optimisation keep the variable in memory
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
static jmp_buf back;
static int global;
static void leave(int *changed) {
  *changed = 5;
  global = 6;
  longjmp(back, 1);
}
int main(void) {
  int before = 1;
  int changed = 2;
  volatile int kept = 3;
  static int fixed = 4;
  before = 7;
  if (setjmp(back) == 0) {
    kept = 8;
    fixed = 9;
    leave(&changed);
  }
  assert(before == 7);
  assert(kept == 8);
  assert(fixed == 9 && global == 6);
#ifdef BAD
  assert(changed == 5); //~[bad] assertion
#endif
  return 0;
}
