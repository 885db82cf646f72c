//! Copies and fills of an arbitrary number of bytes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned char a[40], b[40];
  memset(a, 1, 40);
  memset(b, 3, 40);
  unsigned n = nondet_uint() % 41, i = nondet_uint() % 40;
  memset(a, 2, n);
  assert(a[i] == (i < n ? 2 : 1));
  memcpy(b, a, n);
  assert(b[i] == (i < n ? 2 : 3));
#ifdef BAD
  memset(b + 1, 0, n); //~[bad] pointer.bounds
#endif
  return 0;
}
