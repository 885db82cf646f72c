//! With integers, arrays have integers for indices and elements.
//@ revisions: good bad good_bv bad_bv
//@ flags: --no-static-analysis --no-solver-fallback
//@[good] flags: --ir
//@[bad] flags: --ir -DWRONG
//@[bad_bv] flags: --bv -DWRONG
//@[good] verdict: safe
//@[good_bv] verdict: safe
//@[bad] verdict: unsafe
//@[bad_bv] verdict: unsafe
#include <assert.h>
#define N 4
int nondet_int(void);
unsigned nondet_uint(void);
int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = nondet_int();
  unsigned at = nondet_uint(), other = nondet_uint();
  if (at >= N || other >= N)
    return 0;
  int before = a[other];
  a[at] = -5;
  assert(a[at] < 0);
  if (at != other)
    assert(a[other] == before);
#ifdef WRONG
  assert(a[other] == before); //~[bad] assertion //~[bad_bv] assertion
#endif
  return 0;
}
