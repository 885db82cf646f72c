//! A member of a union has a value where another one was written.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <string.h>
union both {
  unsigned whole;
  unsigned short half[2];
  float number;
};
int main(void) {
  union both u;
  u.half[0] = 1;
#ifndef BAD
  u.half[1] = 2;
#endif
  return u.whole != 0x20001u; //~[bad] uninitialised
}
