//! Jumps through pointers to functions, library functions and handlers of signals.
//@ revisions: pointer sort signal bad
//@[pointer] flags: -DPOINTER
//@[sort] flags: -DSORT
//@[signal] flags: -DSIGNAL
//@[bad] flags: -DPOINTER -DBAD
//@[pointer] verdict: safe
//@[sort] verdict: safe
//@[signal] verdict: unknown
//@[signal] contains: handlers run only when the program raises their signal itself
//@[bad] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
static jmp_buf back;
static sigjmp_buf signalled;
static void quiet(int value) { (void)value; }
static void jump(int value) { longjmp(back, value); }
static int compare(const void *a, const void *b) {
  if (*(const int *)a == *(const int *)b)
    longjmp(back, 2);
  return *(const int *)a - *(const int *)b;
}
static void handle(int number) { siglongjmp(signalled, number); }
int main(void) {
  volatile int calls = 0;
#ifdef POINTER
  void (*actions[])(int) = {quiet, jump, quiet};
  int got = setjmp(back);
  if (got == 0)
    for (int i = 0; i < 3; i++) {
      calls++;
      actions[i](i + 3);
    }
  assert(got == 4);
#ifdef BAD
  assert(calls == 3); //~[bad] assertion
#else
  assert(calls == 2);
#endif
#elif defined SORT
  int numbers[3] = {1, 2, 2};
  int got = setjmp(back);
  if (got == 0) {
    qsort(numbers, 3, sizeof *numbers, compare);
    calls = 1;
  }
  assert(got == 2 && calls == 0);
#else
  signal(SIGUSR1, handle);
  int got = sigsetjmp(signalled, 1);
  if (got == 0) {
    raise(SIGUSR1);
    assert(0);
  }
  assert(got == SIGUSR1 && calls == 0);
#endif
  return 0;
}
