//! Loops that constants end are followed to their end, also when that takes long.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int() & 1, sum = 0;
  for (int i = 0; i < 9000; i++)
    sum += x;
#ifdef BAD
  assert(sum == 0); //~[bad] assertion
#else
  assert(sum == 0 || x == 1);
#endif
  return 0;
}
