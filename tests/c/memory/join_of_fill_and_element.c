//! One branch sets the whole array, the other one element.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
  int a[100] = {0};
  unsigned i = nondet_uint() % 100, j = nondet_uint() % 100;
  if (nondet_bool())
    a[i] = 1;
  else
    memset(a, 1, sizeof a);
  assert(a[i] == 1 || a[i] == 0x01010101);
#ifdef BAD
  if (i != j)
    assert(a[j] == 0); //~[bad] assertion
#else
  if (i != j)
    assert(a[j] == 0 || a[j] == 0x01010101);
#endif
  return 0;
}
