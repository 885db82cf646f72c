//! An allocation that fails leaves nothing to free; one that succeeds does.
//@ flags: --memory-leak-check
//@ revisions: freed left
//@[left] flags: -DLEFT
//@[freed] verdict: safe
//@[left] verdict: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(1);
  if (!p)
    return 1;
  char *q = malloc(1);
  if (!q) {
#ifndef LEFT
    free(p);
#endif
    return 1;
  }
  free(p);
  free(q);
  return 0;
} //~[left] memory-cleanup
