//! Elements are followed through any number of writes, also where one to an unknown place lies below.
//@ revisions: good bad
//@ flags: --unwind 2
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[good] stats: vcs-left = 0
//@[bad] verdict: unsafe
#include <assert.h>
#define N 4000
unsigned nondet_uint(void);
static int a[N];
int main(void) {
  unsigned k = nondet_uint() % N;
  a[k] = -1;
  a[0] = 1;
  for (int i = 1; i < N; i++)
    a[i] = a[i - 1] + i % 7;
#ifdef BAD
  a[N / 2] = 0;
#endif
  for (int i = 0; i < N; i++)
    assert(a[i] > 0); //~[bad] assertion
  return 0;
}
