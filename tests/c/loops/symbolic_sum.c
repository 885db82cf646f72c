//! Eight arbitrary bytes summed up stay below the obvious limit.
//@ revisions: good bad
//@[bad] flags: -DLIMIT=2039
//@[good] flags: -DLIMIT=2040
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned char nondet_uchar(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += nondet_uchar();
  assert(sum <= LIMIT); //~[bad] assertion
  return 0;
}
