//! A loop that writes into an object of the heap that it does not change.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
#include <stdlib.h>
int main(void) {
  unsigned char *a = malloc(64);
  unsigned i = 0, n = 0;
  if (!a)
    return 0;
  a[0] = 1;
  while (nondet_int()) {
    a[i % 63 + 1] = 2;
    i++;
    n = i BUG(% 6);
    assert(n == i); //~[bad] assertion
  }
  free(a);
  return 0;
}
