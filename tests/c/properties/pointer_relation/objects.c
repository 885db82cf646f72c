//! Pointers into different objects are ordered; equality of any two is fine.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property --pointer-relation-check
//@[bad] verdict: unsafe
//@[good] flags: --pointer-relation-check
//@[good] verdict: safe
//@[off] flags: -DBAD
//@[off] verdict: safe
#include <stddef.h>
#include <stdint.h>

int nondet_int(void);
int numbers[8], others[8];

int main(void) {
  int *p = numbers, *q = numbers + 8, *null = NULL;
#ifdef BAD
  q = others;
  null = numbers;
#endif
  switch (nondet_int()) {
  case 0:
    return p < q; //~[bad] pointer-relation
  case 1:
    return p <= q; //~[bad] pointer-relation
  case 2:
    return p > q; //~[bad] pointer-relation
  case 3:
    return p >= q; //~[bad] pointer-relation
  case 4:
    return null > (int *)NULL; //~[bad] pointer-relation
  case 5:
    return p == others + 8 || (uintptr_t)p < (uintptr_t)others;
  }
  return 0;
}
