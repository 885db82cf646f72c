//! --property checks exactly that property: nothing else is reported.
//@ revisions: unreach overflow all
//@[unreach] flags: --property unreach-call
//@[overflow] flags: --property no-overflow
//@[all] flags: --multi-property
//@[unreach] verdict: safe
//@[overflow] verdict: unsafe
//@[all] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int a[2] = {1, 2}, i = nondet_int(), x = nondet_int();
  x = x + 1; //~[overflow] overflow.add //~[all] overflow.add
  if (i >= 0 && i < 2)
    x = a[i];
  assert(x < 5); //~[all] assertion
  return 0;
}
