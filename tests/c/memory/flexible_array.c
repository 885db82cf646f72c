//! An array without length at the end of a structure has what was allocated.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
struct list {
  int n;
  int data[];
};
int main(void) {
  unsigned n = nondet_uint() % 10, i = nondet_uint();
  struct list *l = malloc(sizeof *l + n * sizeof(int));
  if (!l)
    return 0;
  l->n = n;
  for (int k = 0; k < l->n; k++)
    l->data[k] = k;
  if (i < n)
    assert(l->data[i] == (int)i);
#ifdef BAD
  l->data[n] = 1; //~[bad] pointer.bounds
#endif
  free(l);
  return 0;
}
