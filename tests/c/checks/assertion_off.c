//! --no-assertions leaves assertions alone, and only those.
//@ revisions: off on
//@[off] flags: --no-assertions
//@[off] verdict: safe
//@[on] verdict: unsafe
#include <assert.h>
int main(void) {
  assert(0 == 1); //~[on] assertion
  return 0;
}
