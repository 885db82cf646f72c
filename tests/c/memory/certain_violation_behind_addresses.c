//! A violation that is certain comes after a claim that depends on addresses.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>
int main(void) {
  int one = 1;
  int *p = malloc(sizeof *p);
  memcpy(p, &one, sizeof one);
  free(p);
  return *p; //~ pointer.freed
}
