//! Bytes copied between objects of different types keep their values.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
struct pair {
  short a, b;
};
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y;
  struct pair p;
  unsigned char raw[4];
  memcpy(&p, &x, sizeof p);
  memcpy(raw, &p, sizeof raw);
  memcpy(&y, raw, sizeof y);
  assert(x == y);
  assert((unsigned short)p.a == (x & 0xffff));
  memset(&p, 0xff, 2);
  assert(p.a == -1);
#ifdef BAD
  assert(p.b == -1); //~[bad] assertion
#endif
  return 0;
}
