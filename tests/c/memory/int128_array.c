//! Integers of 128 bits in a large array.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
unsigned long nondet_ulong(void);
int main(void) {
  unsigned __int128 high = nondet_ulong(), value = high << 64 | nondet_uint();
  unsigned __int128 t[70] = {0};
  unsigned i = nondet_uint() % 70, j = nondet_uint() % 70;
  t[i] = value;
  assert(t[i] == value && t[i] >> 64 == high);
  if (i != j)
    assert(t[j] == 0);
#ifdef BAD
  assert((t[j] >> 64) != 5); //~[bad] assertion
#endif
  return 0;
}
