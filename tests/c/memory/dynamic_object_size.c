//! `__builtin_dynamic_object_size` knows how much is left of an object.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), at = nondet_uint();
  if (n == 0 || n > 100 || at > n)
    return 0;
  char *p = malloc(n);
  if (p == NULL)
    return 0;
  assert(__builtin_dynamic_object_size(p + at, 0) == n - at);
  free(p);
  return 0;
}
