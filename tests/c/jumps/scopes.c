//! Variables of blocks that a jump leaves are gone, and so are those of functions.
//@ revisions: block frame good
//@[block] flags: -DBLOCK
//@[frame] flags: -DFRAME
//@ unseen: a sanitizer does not look at blocks that longjmp leaves
//@[block] verdict: unsafe
//@[frame] verdict: unsafe
//@[good] verdict: safe
#include <setjmp.h>
static jmp_buf back;
static int *kept;
static int other = 3;
static void leave(void) {
  int inner = 1;
  kept = &inner;
#ifndef FRAME
  kept = &other;
#endif
  longjmp(back, 1);
}
int main(void) {
  if (setjmp(back) == 0) {
    int here = 2;
#ifdef BLOCK
    kept = &here;
    longjmp(back, 1);
#endif
    leave();
  }
  return *kept; //~[block] pointer.expired //~[frame] pointer.expired
}
