//! Handlers inside each other, as macros for exceptions make them: the innermost one first, and from
//! there to the next.
//@ revisions: good bad leak
//@[bad] flags: -DBAD
//@[leak] flags: -DLEAK --memory-leak-check
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[leak] verdict: unsafe
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
struct frame {
  jmp_buf to;
  struct frame *outer;
};
static struct frame *innermost;
static void raise_error(int what) {
  struct frame *frame = innermost;
  innermost = frame->outer;
  longjmp(frame->to, what);
}
static int parse(int c) {
  if (c < 0)
    raise_error(1);
  if (c > 9)
    raise_error(2);
  return c;
}
static int guarded(int c) {
  struct frame frame;
  frame.outer = innermost;
  char *volatile text = 0;
  int what = setjmp(frame.to);
  if (what == 0) {
    innermost = &frame;
#ifdef LEAK
    text = malloc(4);
#endif
    int value = parse(c);
    innermost = frame.outer;
    free(text);
    return value;
  }
#ifndef LEAK
  free(text);
#endif
  if (what == 2)
    raise_error(3);
  return -what;
}
int main(void) {
  struct frame frame = {.outer = 0};
  volatile int sum = 0;
  int what = setjmp(frame.to);
  if (what == 0) {
    innermost = &frame;
    sum += guarded(5);
    sum += guarded(-3);
    sum += guarded(12);
    sum += 1000;
  }
  assert(what == 3);
#ifdef BAD
  assert(sum == 5); //~[bad] assertion
#else
  assert(sum == 4);
#endif
  return 0; //~[leak] memory-cleanup
}
