//! Bits of floats seen through a union and through memcpy are exact.
//@ revisions: bad ok
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
float nondet_float(void);

int main(void) {
  union {
    float f;
    unsigned u;
  } x;
  x.f = nondet_float();
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  assert(bits == x.u);
  x.u ^= 0x80000000u;
  float other;
  memcpy(&other, &bits, sizeof other);
#ifdef BAD
  assert(x.f == -other); //~[bad] assertion
#else
  assert(x.f == -other || x.f != x.f);
#endif
}
