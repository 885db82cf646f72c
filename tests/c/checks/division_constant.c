//! Divisions of constants that have no result are found although compilers fold them away.
//@ revisions: zero rest unsigned least dead
//@[zero] flags: -DCASE=1
//@[rest] flags: -DCASE=2
//@[unsigned] flags: -DCASE=3
//@[least] flags: -DCASE=4
//@[dead] flags: -DCASE=5
//@[zero] verdict: unsafe
//@[rest] verdict: unsafe
//@[unsigned] verdict: unsafe
//@[least] verdict: unsafe
//@[dead] verdict: safe
#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
  unsigned char x = nondet_uchar();
  int r = 0;
  if (x == 3)
#if CASE == 1
    r = 128 / 0 != ~x; //~[zero] division-by-zero
#elif CASE == 2
    r = 128 % 0; //~[rest] division-by-zero
#elif CASE == 3
    r = 128u % 0u; //~[unsigned] division-by-zero
#elif CASE == 4
    r = (-2147483647 - 1) / -1; //~[least] overflow.div
#else
    r = 1;
  if (x > 3 && x < 3)
    r = 1 / 0;
#endif
  assert(r <= 1);
  return 0;
}
