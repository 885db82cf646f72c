//! A large array under an arbitrary index: what was written is read back, and nothing else changed.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int table[5000];
unsigned nondet_uint(void);
int main(void) {
  unsigned i = nondet_uint(), j = nondet_uint();
  if (i >= 5000 || j >= 5000)
    return 0;
  table[i] = 7;
#ifndef BAD
  if (i != j)
#endif
    assert(table[j] == 0); //~[bad] assertion
  assert(table[i] == 7);
  return 0;
}
