//! quick_exit runs what at_quick_exit was given, exit what atexit was given, and neither the other's.
//@ revisions: quick plain other
//@[quick] flags: -DREGISTER=at_quick_exit -DEND=quick_exit
//@[plain] flags: -DREGISTER=atexit -DEND=exit
//@[other] flags: -DREGISTER=atexit -DEND=quick_exit
//@[quick] verdict: unsafe
//@[plain] verdict: unsafe
//@[other] verdict: safe
#include <assert.h>
#include <stdlib.h>
static int done;
static void last(void) {
  assert(!done); //~[quick] assertion
  //~[plain]^ assertion
}
int main(void) {
  if (REGISTER(last) != 0)
    return 0;
  done = 1;
  END(0);
}
