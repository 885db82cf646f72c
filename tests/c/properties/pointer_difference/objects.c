//! Pointers into different objects are subtracted; integers made from them may be.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-pointer-difference-check
//@[off] verdict: safe
//@[bad] contains: difference of pointers into different objects
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#define ADDRESSES(p, q) ((uintptr_t)(p) - (uintptr_t)(q))

int nondet_int(void);
int numbers[8], others[8];
struct {
  char a[4], b[4];
} both;

int main(void) {
  int *p = numbers + 8, *q = numbers;
  char *c = both.a, *d = both.b, *nothing = NULL, *null = NULL;
#ifdef BAD
  q = others;
  d = malloc(4);
  nothing = both.a;
#endif
  ptrdiff_t n = 0;
  switch (nondet_int()) {
  case 0:
    n = p - q; //~[bad] pointer-difference
    break;
  case 1:
    n = c - d; //~[bad] pointer-difference
    break;
  case 2:
    n += &numbers[3] - q; //~[bad] pointer-difference
    break;
  case 3:
    n = nothing - null; //~[bad] pointer-difference
    break;
  case 4:
    n = (uintptr_t)c - (uintptr_t)p + ADDRESSES(c, d);
  }
  return n > 8;
}
