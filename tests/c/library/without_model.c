//! What the C library fixes is not any value: no violation is claimed behind a call without a
//! model, and no proof either. A violation before it stands, and so does a body of one's own.
//@ revisions: behind before own
//@[before] flags: -DBEFORE
//@[own] flags: -DOWN
//@[behind] verdict: unknown
//@[behind] contains: strcmp
//@[before] verdict: unsafe
//@[own] verdict: safe
#include <assert.h>
int nondet_int(void);
#ifdef OWN
int strcmp(const char *a, const char *b) { return *a - *b; }
#else
int strcmp(const char *, const char *);
#endif
int main(void) {
#ifdef BEFORE
  assert(nondet_int() != 3); //~[before] assertion
#endif
  assert(strcmp("a", "a") == 0);
  return 0;
}
