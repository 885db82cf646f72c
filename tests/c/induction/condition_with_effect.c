//! A condition that changes what it looks at.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned n = nondet_uint(), i = 0, passes = 0;
  if (n > 1000000)
    return 0;
  while (i++ < n)
    passes++;
  assert(passes == n BUG(&& n != 27)); //~[bad] assertion
  return 0;
}
