//! Copies between regions that overlap, by constants and by values; equal regions and memmove may.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-overlap-check
//@[off] verdict: safe
#include <string.h>
#ifdef BAD
#define ADD 1
#else
#define ADD 0
#endif

int nondet_int(void);

int main(void) {
  char buffer[16] = "0123456789", *p = buffer;
  int n = nondet_int();
  if (n < 0 || n > 4 + ADD)
    n = 0;
  switch (nondet_int()) {
  case 0:
    memcpy(buffer, buffer + 4, 4 + ADD); //~[bad] overlap
    break;
  case 1:
    memcpy(p + 4, p, n); //~[bad] overlap
    break;
  case 2:
    memmove(buffer, buffer + 1, 8);
    memcpy(p, p, 8);
    memcpy(p + 1, p, 0);
    break;
  }
  return buffer[0];
}
