//! Bit-fields keep their width and sign, and do not disturb each other.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
struct flags {
  unsigned low : 3;
  int sign : 2;
  unsigned : 5;
  unsigned high : 10;
  _Bool set : 1;
};
unsigned nondet_uint(void);
int main(void) {
  struct flags f = {0};
  unsigned x = nondet_uint();
  f.high = x;
  f.low = x;
  f.sign = -1;
  f.set = 2;
  assert(f.high == (x & 1023) && f.low == (x & 7));
  assert(f.sign == -1 && f.set == 1);
  f.sign = 1;
  f.low++;
  assert(f.low == ((x + 1) & 7) && f.high == (x & 1023));
#ifdef BAD
  assert(f.low != 0); //~[bad] assertion
#endif
  return 0;
}
