//! A flexible array member of symbolic length.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct buffer { unsigned length; int data[]; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 1000 || k > n) return 0;
  struct buffer *b = malloc(sizeof *b + n * sizeof(int));
  if (!b) return 0;
  b->length = n;
#ifndef BAD
  if (k < n)
#endif
  {
    b->data[k] = 6; //~[bad] pointer.bounds
    assert(b->data[k] == 6 && b->length == n);
  }
  free(b);
  return 0;
}
