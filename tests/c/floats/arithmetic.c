//! Arithmetic rounds to nearest; constants agree with the machine.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
float nondet_float(void);
int main(void) {
  volatile double tenth = 0.1, fifth = 0.2;
  assert(tenth + fifth != 0.3);
  assert((float)(tenth + fifth) == 0.3f);
  assert((int)2.9999999999999996 == 2);
  float x = nondet_float();
  if (!(x >= 1.0f && x <= 8.0f))
    return 0;
#ifdef BAD
  assert(x + 1.0f - 1.0f == x); //~[bad] assertion
#else
  assert(x + x == 2.0f * x);
#endif
  return 0;
}
