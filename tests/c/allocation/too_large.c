//! More than PTRDIFF_MAX bytes are never given, nor is a product that does not fit.
//@ revisions: 64 32
//@[32] flags: --32
//@[64] verdict: safe
//@[32] verdict: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
size_t nondet_size(void);
int main(void) {
  size_t n = nondet_size();
  char *p = malloc(n);
  assert(!p || n <= PTRDIFF_MAX);
  free(p);
  int *a = calloc(n, sizeof *a);
  assert(!a || n <= PTRDIFF_MAX / sizeof *a);
  if (a && n)
    a[n - 1] = 1;
  free(a);
  assert(!malloc(-1));
  assert(!reallocarray(NULL, SIZE_MAX / 2, 3));
  return 0;
}
