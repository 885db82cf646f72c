//! A large array filled by a loop and read at any place needs no array in the formula.
//@ revisions: line scattered input bad
//@[line] flags: -DVALUE(i)=(3*i+1)
//@[line] stats: vcs-left <= 2
//@[scattered] flags: -DVALUE(i)=(i^i>>3)
//@[input] flags: -DVALUE(i)=(x+i)
//@[bad] flags: -DVALUE(i)=(i==1234?7:i^i>>3)
//@[line] verdict: safe
//@[scattered] verdict: safe
//@[input] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a[5000];
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 5000; i++) a[i] = VALUE(i);
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 5000) return 0;
  unsigned i = k;
  assert(a[k] == VALUE(i));
  assert(k != 1234 || a[k] != 7 || a[0] == x); //~[bad] assertion
  return 0;
}
