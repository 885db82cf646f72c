//! That allocation does not fail is said.
//@ flags: --force-malloc-success
//@ verdict: safe
//@ contains: malloc(): always succeeds
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
