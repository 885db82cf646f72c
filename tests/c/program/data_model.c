//! Sizes follow the data model.
//@ revisions: lp64 ilp32
//@[lp64] flags: --data-model LP64
//@[ilp32] flags: --data-model ILP32
//@[lp64] verdict: safe
//@[ilp32] verdict: unsafe
#include <assert.h>
int main(void) {
  long x = 2147483647L;
  x = x + 1; //~[ilp32] overflow.add
  assert(sizeof(long) == sizeof(void *));
  return x == 0;
}
