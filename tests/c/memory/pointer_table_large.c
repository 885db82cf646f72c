//! A large table of pointers, read and written at an arbitrary index.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int cells[80];
int main(void) {
  int *table[80];
  for (int i = 0; i < 80; i++)
    table[i] = &cells[79 - i];
  unsigned i = nondet_uint() % 80, j = nondet_uint() % 80;
  *table[i] = 5;
  assert(cells[79 - i] == 5);
  if (j != 79 - i)
    assert(cells[j] == 0);
#ifdef BAD
  table[i] = 0;
  *table[j] = 6; //~[bad] pointer.null
#endif
  return 0;
}
