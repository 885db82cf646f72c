//! Bounds of single loops, by the ids that --show-loops prints.
//@ revisions: enough first second
//@[enough] flags: --unwind 2 --unwindset main.0:5,main.1:7
//@[first] flags: --unwind 9 --unwindset main.0:4
//@[second] flags: --unwind 9 --unwindset main.1:4
//@[enough] verdict: safe
//@[first] verdict: unknown
//@[second] verdict: unknown
//@[second] because: bound 4 reached by loop main.1
//@[first] because: bound 4 reached by loop main.0
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i, j;
  if (n > 4)
    return 0;
  for (i = 0; i < n; i++)
    ;
  for (j = 0; j < n + 2; j++)
    ;
  assert(i + 2 == j);
  return 0;
}
