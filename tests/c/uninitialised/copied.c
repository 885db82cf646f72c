//! Copying memory reads nothing, but what is copied without a value has none.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <string.h>
struct padded {
  char c;
  long l;
};
static void copy(void *to, const void *from, unsigned long n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  while (n--)
    *t++ = *f++;
}
int main(void) {
  struct padded a, b, d;
  a.c = 1;
#ifndef BAD
  a.l = 2;
#endif
  memcpy(&b, &a, sizeof a);
  copy(&d, &b, sizeof b);
  if (d.c != 1)
    return 1;
  return d.l != 2; //~[bad] uninitialised
}
