//! `memset` gives values to the bytes it sets and to no others.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <string.h>
struct record {
  int a, b, c;
};
int main(void) {
  struct record r;
  memset(&r, 0, 2 * sizeof(int));
#ifndef BAD
  r.c = 0;
#endif
  return r.a + r.b + r.c; //~[bad] uninitialised
}
