//! Objects freed through arbitrary entries of a large table.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  int *table[66];
  for (int i = 0; i < 66; i++)
    table[i] = malloc(4);
  unsigned i = nondet_uint() % 66, j = nondet_uint() % 66;
  free(table[i]);
#ifndef BAD
  if (i != j)
#endif
    free(table[j]); //~[bad] free.double
  return 0;
}
