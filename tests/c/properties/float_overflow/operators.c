//! Every operator that can overflow is found; division by zero counts.
//@ revisions: add sub mul div zero good off
//@ again: --fp2bv
//@ flags: --float-overflow-check
//@[add] flags: -DADD
//@[sub] flags: -DSUB
//@[mul] flags: -DMUL
//@[div] flags: -DDIV
//@[zero] flags: -DZERO
//@[off] flags: -DDIV --no-float-overflow-check
//@[add] verdict: unsafe
//@[sub] verdict: unsafe
//@[mul] verdict: unsafe
//@[div] verdict: unsafe
//@[zero] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
//@[mul] contains: floating-point multiplication overflows
#include <math.h>

float nondet_float(void);

int main(void) {
  float x = nondet_float(), y = nondet_float(), z = 0;
#ifdef ADD
  z = x + y; //~[add] float-overflow
#elif defined SUB
  z = x, z -= y; //~[sub] float-overflow
#elif defined MUL
  z = x * y; //~[mul] float-overflow
#elif defined DIV
  z = x / y; //~[div] float-overflow
#elif defined ZERO
  if (x == 0)
    z = 1 / x; //~[zero] float-overflow
#else
  // An infinity that is there already may stay.
  z = INFINITY;
  z = z + 1;
  if (x > -1e30f && x < 1e30f)
    z = x + x;
#endif
  return z > 1;
}
