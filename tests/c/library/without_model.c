//! What the C library fixes is not any value: no violation is claimed behind a call without a
//! model, and no proof either. A violation before it stands, and so does a body of one's own.
//@ revisions: behind before own
//@[before] flags: -DBEFORE
//@[own] flags: -DOWN
//@[behind] verdict: unknown
//@[behind] contains: a64l
//@[before] verdict: unsafe
//@[own] verdict: safe
#include <assert.h>
int nondet_int(void);
#ifdef OWN
long a64l(const char *text) { return *text - '.'; }
#else
long a64l(const char *);
#endif
int main(void) {
#ifdef BEFORE
  assert(nondet_int() != 3); //~[before] assertion
#endif
  assert(a64l("/") == 1);
  return 0;
}
