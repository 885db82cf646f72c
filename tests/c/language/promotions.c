//! Integer promotions and the usual conversions.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int main(void) {
  unsigned char a = 200, b = 100;
  assert(a + b == 300);
  assert((unsigned char)(a + b) == 44);
  int negative = -1;
  unsigned one = 1;
  assert(negative > one);
  assert((unsigned char)negative == 255);
  unsigned short big = 65535;
  assert(~big == -65536);
  char c = 'a';
  assert(sizeof(c + 1) == sizeof(int));
#ifdef BAD
  assert(a + b == 44); //~[bad] assertion
#endif
  return 0;
}
