//! Unsigned arithmetic wraps around and is no violation unless asked for.
//@ revisions: default asked
//@[asked] flags: --unsigned-overflow-check
//@[default] verdict: safe
//@[asked] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint();
  unsigned y = x + 1u; //~[asked] unsigned-overflow
  if (x == 0xffffffffu)
    assert(y == 0);
  return 0;
}
