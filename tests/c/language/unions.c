//! Members of a union share their bytes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
union word {
  unsigned value;
  unsigned char byte[4];
  struct {
    unsigned short low, high;
  } half;
};
unsigned nondet_uint(void);
int main(void) {
  union word w;
  w.value = nondet_uint();
  unsigned v = w.value;
  assert(w.byte[0] == (v & 255) && w.byte[3] == v >> 24);
  assert(w.half.high == v >> 16);
  w.byte[1] = 0xab;
  assert(w.value == ((v & 0xffff00ffu) | 0xab00u));
#ifdef BAD
  assert(w.half.low != 0xabcd); //~[bad] assertion
#endif
  return 0;
}
