//! __builtin_powi multiplies squares, as the compilers' own functions do.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  assert(__builtin_powi(3.0, 5) == 243.0);
  assert(__builtin_powi(2.0, -3) == 0.125);
  assert(__builtin_powif(1.5f, 2) == 2.25f);
  assert(__builtin_powi(7.0, 0) == 1.0);
  assert(__builtin_powi(0.1, 3) == 0.1 * (0.1 * 0.1));
  int n = nondet_int();
  if (n < 0 || n > 4)
    return 0;
  double power = __builtin_powi(2.0, n);
  assert(power >= 1.0);
#ifdef BAD
  assert(power < 16.0); //~[bad] assertion
#else
  assert(power <= 16.0);
#endif
  return 0;
}
