//! A later allocation may get the address of a freed object: whether they are equal is open.
//@ revisions: reused older live
//@[older] flags: -DOLDER
//@[live] flags: -DLIVE
//@[reused] verdict: unknown
//@[reused] contains: dead object
//@[older] verdict: safe
//@[live] verdict: safe
#include <stdlib.h>
int main(void) {
  int *y = malloc(sizeof *y);
#ifdef OLDER
  int *x = malloc(sizeof *x);
  free(y);
#elif defined(LIVE)
  int *z = malloc(sizeof *z);
  free(z);
  int *x = malloc(sizeof *x);
#else
  free(y);
  int *x = malloc(sizeof *x);
#endif
  if (x == y)
    free(x);
  free(x);
  return 0;
}
