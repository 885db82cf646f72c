//! Jumps back into and out of loops, as often as the program wants.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
static jmp_buf again;
static void fail(int value) {
  if (value % 2)
    longjmp(again, value);
}
int main(void) {
  volatile int failures = 0;
  volatile int i;
  int sum = 0;
  for (i = 0; i < 4; i++) {
    if (setjmp(again)) {
      failures++;
      continue;
    }
    fail(i);
  }
  assert(failures == 2);
  volatile int tries = 0;
  int last = setjmp(again);
  tries++;
  if (tries < 3)
    longjmp(again, 10 + tries);
  sum = last;
#ifdef BAD
  assert(sum == 11); //~[bad] assertion
#else
  assert(sum == 12);
#endif
  return 0;
}
