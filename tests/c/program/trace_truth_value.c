//! Truth values are shown as such, inputs included.
//@ verdict: unsafe
//@ contains: nondet_bool() = true
//@ contains: b = true
#include <assert.h>
_Bool nondet_bool(void);
int main(void) {
  _Bool b = nondet_bool();
  assert(!b); //~ assertion
  return 0;
}
