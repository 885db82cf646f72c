//! Which of two objects was freed depends on the input.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <stdlib.h>
_Bool nondet_bool(void);
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  if (p && q) {
    int *r = nondet_bool() ? p : q;
    free(r);
#ifdef BAD
    *p = 1; //~[bad] pointer.freed
#else
    *(r == p ? q : p) = 1;
#endif
  }
  return 0;
}
