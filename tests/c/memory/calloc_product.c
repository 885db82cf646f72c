//! Where allocation always succeeds, arguments of calloc whose product does not fit are not considered.
//@ flags: --32 --force-malloc-success
//@ verdict: safe
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint();
  if (n == 0)
    return 0;
  int *a = calloc(n, sizeof *a);
  a[n - 1] = 1;
  free(a);
  return 0;
}
