//! A jump to a function that has returned is undefined (C17 7.13.2.1p2), so is one without setjmp.
//@ revisions: returned unset local again
//@[returned] flags: -DRETURNED
//@[unset] flags: -DUNSET
//@[local] flags: -DLOCAL
//@ unseen: a jump to nowhere is no access that a sanitizer looks at
//@[returned] verdict: unsafe
//@[unset] verdict: unsafe
//@[local] verdict: unsafe
//@[again] verdict: safe
#include <setjmp.h>
static jmp_buf back;
static int set(void) { return setjmp(back); }
static int jump_once(void) {
  volatile int jumped = 0;
  if (setjmp(back) != 0)
    return jumped;
  jumped = 1;
  longjmp(back, 1);
}
int main(void) {
#ifdef RETURNED
  if (set() == 0)
    longjmp(back, 1); //~[returned] library-call
#elif defined UNSET
  longjmp(back, 1); //~[unset] library-call
#elif defined LOCAL
  jmp_buf own;
  if (jump_once() == 1)
    longjmp(own, 1); //~[local] library-call
#else
  set();
  return jump_once() - jump_once();
#endif
  return 0;
}
