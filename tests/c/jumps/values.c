//! setjmp returns 0, then what longjmp gives, and 1 instead of 0 (C17 7.13.2.1p4).
//@ revisions: good zero wrong
//@[zero] flags: -DZERO
//@[wrong] flags: -DWRONG
//@[good] verdict: safe
//@[zero] verdict: safe
//@[wrong] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
static jmp_buf back;
int nondet_int(void);
static void leave(int value) { longjmp(back, value); }
int main(void) {
  int given = nondet_int();
#ifdef ZERO
  given = 0;
#endif
  volatile int times = 0;
  int got = setjmp(back);
  if (got == 0) {
    times++;
    leave(given);
    assert(0);
  }
  assert(times == 1);
  assert(got != 0);
#ifdef WRONG
  assert(got != 7); //~[wrong] assertion
#elif defined ZERO
  assert(got == 1);
#endif
  return 0;
}
