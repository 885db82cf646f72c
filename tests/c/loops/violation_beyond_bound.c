//! A violation beyond the bound is not found, and the answer says that it could be there.
//@ revisions: short long partial
//@[short] flags: --unwind 4
//@[long] flags: --unwind 8
//@[partial] flags: --unwind 4 --partial-loops
//@[short] verdict: unknown
//@[long] verdict: unsafe
//@[partial] verdict: safe
//@[short] because: bound 4 reached by loop main.0
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  for (unsigned i = 0; i < n; i++)
    assert(i != 6); //~[long] assertion
  return 0;
}
