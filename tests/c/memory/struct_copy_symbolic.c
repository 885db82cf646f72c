//! Structs copied by value between symbolic elements of an array.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { char tag; int value; };
struct pair a[120];
int main(void) {
  for (int i = 0; i < 120; i++) { a[i].tag = (char)i; a[i].value = 2 * i; }
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 120 || j >= 120) return 0;
  a[i] = a[j];
#ifdef BAD
  assert(a[i].value == 2 * (int)i); //~[bad] assertion
#else
  assert(a[i].value == 2 * (int)j && a[i].tag == (char)j && a[j].value == 2 * (int)j);
#endif
  return 0;
}
