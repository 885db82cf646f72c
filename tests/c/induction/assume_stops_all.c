//! Behind an assumption that no pass meets there is nothing.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned n = 0;
  while (n < 3 BUG(- 1)) {
    n++;
    while (nondet_int())
      ;
  }
  __VERIFIER_assume(n < 3);
  assert(0); //~[bad] assertion
  return 0;
}
