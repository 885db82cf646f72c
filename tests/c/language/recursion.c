//! Recursion decided by constants, and by an input within a bound.
//@ revisions: good bad deep
//@[bad] flags: -DBAD
//@[deep] flags: -DLIMIT=20 --unwind 5
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[deep] verdict: unknown
//@[deep] because: bound 5 reached by recursion of sum
#include <assert.h>
#ifndef LIMIT
#define LIMIT 5
#endif
unsigned nondet_uint(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
  unsigned n = nondet_uint();
  assert(sum(4) == 10);
  assert(even(4) && odd(3));
  if (n <= LIMIT) {
    assert(sum(n) == n * (n + 1) / 2);
#ifdef BAD
    assert(sum(n) != 6); //~[bad] assertion
#endif
  }
  return 0;
}
