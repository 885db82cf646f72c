//! An object of no bytes: unlike any other, nothing in it may be accessed, and it must be freed.
//@ flags: --memory-leak-check
//@ revisions: good access left
//@[access] flags: -DACCESS
//@[left] flags: -DLEFT
//@[access] unseen: AddressSanitizer makes an object of no bytes one byte long
//@[good] verdict: safe
//@[access] verdict: unsafe
//@[left] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), *q = calloc(0, 8);
  assert(p != q || !p);
#ifdef ACCESS
  if (p)
    *p = 1; //~[access] pointer.bounds
#endif
#ifndef LEFT
  free(p);
#endif
  free(q);
  return 0; //~[left] memory-cleanup
}
