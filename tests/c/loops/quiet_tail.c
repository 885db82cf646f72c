//! What follows the last claim is not followed, however long it would take; what comes before is.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
static unsigned spin(unsigned n) {
  while (n != 0)
    n = n & 1 ? n + 3 : n / 2;
  return n;
}
static void claim(unsigned n) {
  assert(n != 6); //~[bad] assertion
}
int main(void) {
  unsigned n = nondet_uint();
#ifdef BAD
  claim(n & 7);
#else
  claim(n & 5);
#endif
  spin(n);
  while (nondet_uint())
    n = spin(n);
  return (int)n;
}
