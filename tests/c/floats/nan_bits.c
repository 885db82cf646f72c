//! Sign and payload of a computed NaN are not promised; what does not look at them is decided.
//@ revisions: sign constant_sign pattern union_sign copysign compared cells mask_any mask_violated bits_kept functions guarded number
//@[sign] flags: -DSIGN
//@[sign] verdict: unknown
//@[sign] contains: rests on the sign or payload of a NaN
//@[constant_sign] flags: -DCONSTANT_SIGN
//@[constant_sign] verdict: unknown
//@[pattern] flags: -DPATTERN
//@[pattern] verdict: unknown
//@[union_sign] flags: -DUNION_SIGN
//@[union_sign] verdict: unknown
//@[copysign] flags: -DCOPYSIGN
//@[copysign] verdict: unknown
//@[compared] flags: -DCOMPARED
//@[compared] verdict: unknown
//@[cells] flags: -DCELLS
//@[cells] verdict: unknown
//@[mask_any] flags: -DMASK_ANY
//@[mask_any] verdict: safe
//@[mask_violated] flags: -DMASK_VIOLATED
//@[mask_violated] verdict: unsafe
//@[bits_kept] flags: -DBITS_KEPT
//@[bits_kept] verdict: safe
//@[functions] flags: -DFUNCTIONS
//@[functions] verdict: safe
//@[guarded] flags: -DGUARDED
//@[guarded] verdict: safe
//@[number] flags: -DNUMBER
//@[number] verdict: unsafe
//@[cells] because: rests on the sign or payload of a NaN
//@[compared] because: rests on the sign or payload of a NaN
//@[copysign] because: rests on the sign or payload of a NaN
//@[union_sign] because: rests on the sign or payload of a NaN
//@[pattern] because: rests on the sign or payload of a NaN
//@[constant_sign] because: rests on the sign or payload of a NaN
#include <assert.h>
#include <math.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned __VERIFIER_nondet_uint(void);
union word {
  float f;
  unsigned u;
};
int main(void) {
  union word w, v;
  double zero = __VERIFIER_nondet_double();
  if (zero != 0)
    return 0;
#ifdef SIGN
  assert(!signbit(zero / zero));
#endif
#ifdef CONSTANT_SIGN
  double nothing = 0.0, nan = nothing / nothing;
  assert(signbit(nan));
#endif
#ifdef PATTERN
  double nan = 0.0 / 0.0;
  unsigned long bits;
  memcpy(&bits, &nan, sizeof bits);
  assert(bits == 0x7ff8000000000000ul);
#endif
#ifdef UNION_SIGN
  w.f = __VERIFIER_nondet_float() * __VERIFIER_nondet_float();
  assert(w.f == w.f || w.u >> 31 == 0);
#endif
#ifdef COPYSIGN
  assert(copysign(1.0, zero / zero) == 1.0);
#endif
#ifdef COMPARED
  double a = zero / zero, b = zero * (1 / zero);
  assert(memcmp(&a, &b, sizeof a) == 0);
#endif
#ifdef CELLS
  float cells[100];
  float none = (float)zero;
  unsigned at = __VERIFIER_nondet_uint() % 100;
  for (unsigned i = 0; i < 100; i++)
    cells[i] = 0;
  cells[at] = none / none;
  assert(((unsigned *)cells)[at] >> 31 == 0);
#endif
#ifdef MASK_ANY
  w.f = __VERIFIER_nondet_float() * __VERIFIER_nondet_float();
  assert(((w.u & 0x7fffffff) > 0x7f800000) == (w.f != w.f));
#endif
#ifdef MASK_VIOLATED
  w.f = __VERIFIER_nondet_float() * __VERIFIER_nondet_float();
  assert((w.u & 0x7fffffff) <= 0x7f800000); //~[mask_violated] assertion
#endif
#ifdef BITS_KEPT
  w.u = __VERIFIER_nondet_uint();
  float copy = w.f;
  v.f = copy;
  assert(v.u == w.u);
  w.u = 0xffc12345;
  v.f = -w.f;
  assert(v.u == 0x7fc12345);
#endif
#ifdef FUNCTIONS
  double nan = NAN, more = nan + 1;
  assert(isnan(nan) && isnan(more) && nan != more && isnan(fabs(more)) && isnan(-more));
  assert(!(more < 1) && !(more > 1) && fmax(more, 2.0) == 2.0);
#endif
#ifdef GUARDED
  double x = __VERIFIER_nondet_double() + 1.0;
  if (!isnan(x))
    assert(!signbit(x) || x <= 0);
#endif
#ifdef NUMBER
  double x = __VERIFIER_nondet_double() * 2.0;
  assert(!signbit(x)); //~[number] assertion
#endif
  return 0;
}
