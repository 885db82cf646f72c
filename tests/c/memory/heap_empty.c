//! An object of no bytes can be freed and compared, not used.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] unseen: AddressSanitizer makes an object of no bytes one byte long
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), *q = malloc(0);
  if (p && q) {
    assert(p != q);
#ifdef BAD
    *p = 1; //~[bad] pointer.bounds
#endif
  }
  free(p);
  free(q);
  return 0;
}
