//! A number that leads to a freed object and to no other is a use after free.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  uintptr_t number = (uintptr_t)p ^ 5;
#ifdef BAD
  free(p);
#endif
  *(int *)(number ^ 5) = 1; //~[bad] pointer.freed
#ifndef BAD
  free((int *)(number ^ 5));
#endif
  return 0;
}
