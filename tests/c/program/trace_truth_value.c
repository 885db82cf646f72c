//! Truth values are shown as such, inputs included.
//@ verdict: unsafe
//@ contains: b = true  <- input, nondet_bool()
#include <assert.h>
_Bool nondet_bool(void);
int main(void) {
  _Bool b = nondet_bool();
  assert(!b); //~ assertion
  return 0;
}
