//! What a first loop wrote to all elements, a second one finds there.
//@ revisions: good skipped short
//@[skipped] flags: -DSKIPPED
//@[short] flags: -DSHORT
//@[good] verdict: safe
//@[skipped] verdict: unsafe
//@[short] verdict: unsafe
#include <assert.h>
#define N 100000
unsigned nondet_uint(void);
int a[N];
int main(void) {
  unsigned n = nondet_uint();
  if (n > N)
    return 0;
  for (unsigned i = 0; i < n; i++) {
#ifdef SKIPPED
    if (i == 3)
      continue;
#endif
    a[i] = 42;
  }
#ifdef SHORT
  if (n < N)
    n++;
#endif
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 42); //~[skipped] assertion
                        //~[short]^ assertion
  return 0;
}
