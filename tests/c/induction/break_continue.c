//! Loops that are left in their middle, or go on there.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] flags: --k-induction
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
int main(void) {
  unsigned i = 0, seen = 0, limit = nondet_uint();
  if (limit == 0)
    return 0;
  while (1) {
    i++;
    if (i >= limit)
      break;
    if (nondet_int() == 1)
      continue;
    if (nondet_int() == 2)
      break;
    seen++;
    BUG(if (i == 11) seen = 14;)
  }
  assert(seen <= i); //~[bad] assertion
  return 0;
}
