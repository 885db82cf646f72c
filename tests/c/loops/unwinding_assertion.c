//! At a bound the answer is unknown, not safe, unless the loop provably ends before.
//@ revisions: enough small assumed
//@[enough] flags: --unwind 9
//@[small] flags: --unwind 8
//@[assumed] flags: --unwind 8 --no-unwinding-assertions
//@[enough] verdict: safe
//@[small] verdict: unknown
//@[assumed] verdict: safe
//@[assumed] contains: no violation up to bound 8
//@[small] contains: unknown: bound 8 reached by
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0;
  if (n > 8)
    return 0;
  while (i < n)
    i++;
  assert(i == n);
  return 0;
}
