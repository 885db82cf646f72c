//! An index whose offset wraps around does not come back into the array, constant or not.
//@ revisions: most least unsigned_index narrow arithmetic twice back back_unasked fine
//@[most] flags: -DMOST
//@[most] verdict: unsafe
//@[least] flags: -DLEAST
//@[least] verdict: unsafe
//@[unsigned_index] flags: -DUNSIGNED --no-bounds-check
//@[unsigned_index] verdict: unsafe
//@[narrow] flags: -DMOST --32
//@[narrow] verdict: unsafe
//@[arithmetic] flags: -DARITHMETIC --pointer-overflow-check
//@[arithmetic] verdict: unsafe
//@[twice] flags: -DTWICE --pointer-overflow-check
//@[twice] verdict: unsafe
//@[back] flags: -DBACK --pointer-overflow-check
//@[back] verdict: unsafe
//@[back_unasked] flags: -DBACK
//@[back_unasked] verdict: safe
//@[fine] flags: -DFINE --pointer-overflow-check
//@[fine] verdict: safe
//@[unsigned_index] unseen: addresses wrap around on the machine as well
//@[arithmetic] unseen: addresses wrap around on the machine as well
//@[twice] unseen: addresses wrap around on the machine as well
//@[back] unseen: addresses wrap around on the machine as well
#include <stdint.h>
static int a[8];
static char c[8];
int main(void) {
  int *p = a + 4, sum = 0;
#ifdef MOST
  sum += p[PTRDIFF_MAX]; //~[most] pointer.bounds //~[narrow] pointer.bounds
#endif
#ifdef LEAST
  sum += p[PTRDIFF_MIN]; //~[least] pointer.bounds
#endif
#ifdef UNSIGNED
  sum += a[1 + (SIZE_MAX / 4 + 1)]; //~[unsigned_index] pointer.bounds
#endif
#ifdef ARITHMETIC
  int *q = p + PTRDIFF_MAX; //~[arithmetic] pointer-overflow
  sum += q + 1 == p;
#endif
#ifdef TWICE
  char *s = c + 4;
  s = s + PTRDIFF_MAX + PTRDIFF_MAX + 2; //~[twice] pointer-overflow
  sum += *s;
#endif
#ifdef BACK
  int l[4] = {1, 2, 3, 4};
  int *r = &l[0] - 1; //~[back] pointer-overflow
  sum += *(r + 1);
#endif
#ifdef FINE
  sum += p[-4] + p[3] + (p + 4)[-8];
#endif
  return 0;
}
