//! A volatile object keeps what was written, unless its reads are said to give any value.
//@ revisions: plain any
//@[any] flags: --volatile-nondet
//@[plain] verdict: safe
//@[any] verdict: unsafe
//@[any] contains: status
#include <assert.h>
volatile int status;
int main(void) {
  status = 3;
  assert(status == 3); //~[any] assertion
  return 0;
}
