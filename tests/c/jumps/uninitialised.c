//! That setjmp looks at a variable is no read of it; what the program reads behind a jump is.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <setjmp.h>
static jmp_buf back;
static void leave(void) { longjmp(back, 1); }
int main(void) {
  int unset;
  int got = setjmp(back);
  if (got == 0)
    leave();
#ifdef BAD
  return unset; //~[bad] uninitialised
#else
  unset = got;
  return unset;
#endif
}
