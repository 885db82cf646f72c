//! An object may be freed once.
//@ revisions: bad good
//@[bad] flags: -DAGAIN=p
//@[good] flags: -DAGAIN=q
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = malloc(4);
  free(p);
  free(AGAIN); //~[bad] free.double
  return 0;
}
