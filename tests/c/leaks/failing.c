//! A failed allocation makes nothing that could be lost; what was made before it is.
//@ revisions: careful careless
//@ flags: --lost-memory-check
//@[careful] verdict: safe
//@[careless] flags: -DCARELESS
//@[careless] verdict: unsafe
#include <stdlib.h>
static int work(void) {
  int *p = malloc(4);
  if (!p)
    return 1;
  int *q = malloc(4);
  if (!q) {
#ifndef CARELESS
    free(p);
#endif
    return 2;
  }
  free(q);
  free(p);
  return 0;
}
int main(void) {
  return work(); //~[careless] memory-leak
}
