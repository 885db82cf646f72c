//! Calls nest as deep as the program nests them: a call of the program takes memory, no stack.
//@ revisions: fixed grown
//@[fixed] flags: --unwind 1 -DDEPTH=100000
//@[grown] flags: -DDEPTH=5000
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int down(int left) {
  return left == 0 ? 0 : 1 + down(left - 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int depth = down(DEPTH);
  assert(depth == DEPTH);
  assert(x != depth); //~ assertion
  return 0;
}
