//! A panic of Rust in LLVM assembly is a violation: a function by which it ends a program that went wrong.
//@ revisions: good bad
//@ files: parts/panic.ll
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: panic: call of core::panicking::panic_bounds_check
//@ unseen: the function is in the library of Rust
#include <assert.h>
int nondet_int(void);
int element(int i);
int main(void) {
  int i = nondet_int();
#ifndef BAD
  if (i < 0 || i > 3) return 0;
#endif
  assert(element(i) < 10); //~[bad] panic
  return 0;
}
