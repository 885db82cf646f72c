//! A label that starts a thread in CBMC is not run in sequence: the answer is unknown where it can be
//! reached.
//@ revisions: reached other
//@[reached] flags: -DREACHED
//@[reached] verdict: unknown
//@[reached] contains: thread started by label `__CPROVER_ASYNC_1`
//@[other] verdict: safe
#include <assert.h>
int g;
int main(void) {
#ifdef REACHED
__CPROVER_ASYNC_1:
  g = 1;
#else
other:
  g = 1;
  if (g > 1)
    goto other;
#endif
  assert(g == 1);
  return 0;
}
