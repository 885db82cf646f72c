//! The bytes of an element at an arbitrary index.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  long a[66];
  for (int i = 0; i < 66; i++)
    a[i] = -i;
  unsigned i = nondet_uint() % 66;
  unsigned char *bytes = (unsigned char *)&a[i];
  unsigned long value = 0;
  for (int k = 7; k >= 0; k--)
    value = value << 8 | bytes[k];
  assert((long)value == -(long)i);
#ifdef BAD
  bytes[nondet_uint() % 8] = 0;
  assert(a[i] == -(long)i); //~[bad] assertion
#endif
  return 0;
}
