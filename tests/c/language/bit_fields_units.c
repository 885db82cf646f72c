//! Bit-fields over several storage units keep to themselves.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
int nondet_int(void);
struct fields {
  unsigned a : 3;
  unsigned b : 7;
  int c : 5;
  unsigned : 0;
  unsigned d : 31;
  unsigned long e : 40;
  unsigned f : 9;
};
int main(void) {
  struct fields s;
  memset(&s, 0xff, sizeof s);
  s.b = nondet_int();
  unsigned b = s.b;
  s.a = 5;
  s.c = nondet_int();
  s.d = 0x12345678;
  s.e = 0xabcdef0123;
  s.f = 511;
  assert(s.b == b && b < 128 && s.a == 5 && s.c >= -16 && s.c <= 15);
  assert(s.d == 0x12345678 && s.e == 0xabcdef0123 && s.f == 511);
#ifdef BAD
  assert(!(s.b == 127 && s.c == -16)); //~[bad] assertion
#endif
  return 0;
}
