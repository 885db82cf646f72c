//! An exception passes the activation of a function that is written in C.
//@ revisions: good bad
//@ files: parts/calls_back.c
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int call_twice(int (*function)(int), int argument);
extern "C" int __VERIFIER_nondet_int();

int strict(int n) {
  if (n == 10)
    throw n;
  return n;
}

int main() {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 0;
  int got;
  try {
    got = call_twice(strict, n);
  } catch (int) {
    got = -1;
  }
#ifdef BAD
  assert(got != -1); //~[bad] assertion
#else
  assert(got == (n == 9 || n == 10 ? -1 : 2 * n + 1));
#endif
}
