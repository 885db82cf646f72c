//! Overlapping copies at arbitrary places.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned char a[20];
  for (int i = 0; i < 20; i++)
    a[i] = i;
  unsigned to = nondet_uint() % 10, from = nondet_uint() % 10, i = nondet_uint() % 10;
  memmove(a + to, a + from, 10);
  assert(a[to + i] == from + i);
#ifdef BAD
  memcpy(a + 9, a, to + 1); //~[bad] overlap
#endif
  return 0;
}
