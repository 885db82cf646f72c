//! A loop that returns from its middle.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
static unsigned find(unsigned limit) {
  unsigned i = 0;
  while (i < limit) {
    if (nondet_int())
      return i;
    i++;
  }
  return BUG(limit == 7 ? 8 :) limit;
}
int main(void) {
  unsigned limit = nondet_uint();
  assert(find(limit) <= limit); //~[bad] assertion
  return 0;
}
