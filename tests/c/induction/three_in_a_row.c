//! Three loops one after the other hand a relation on.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned a = 0, b = 0;
  while (nondet_int()) {
    a++;
    b++;
  }
  for (; nondet_int(); a -= 2)
    b -= 2;
  do {
    BUG(if (a == 5) b = 0;)
    assert(a == b); //~[bad] assertion
  } while (nondet_int());
  return 0;
}
