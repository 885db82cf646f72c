//! An output that is written before all inputs are read may share the register of one: what comes of
//! it is not known. One marked `&` does not.
//@ revisions: shared own
//@[shared] flags: -DMARK=
//@[shared] verdict: unknown
//@[own] flags: -DMARK=&
//@[own] verdict: safe
//@[shared] because: rests on the unmodelled output of inline assembly
#include <assert.h>
#define TEXT(x) #x
#define STRING(x) TEXT(x)
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint(), r;
  __asm__("movl %1,%0; addl %2,%0" : "=" STRING(MARK) "r"(r) : "r"(x), "r"(y));
  assert(r == x + y);
  return 0;
}
