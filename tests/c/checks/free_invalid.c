//! Only the start of a heap object may be freed.
//@ revisions: inner stack null good
//@[inner] flags: -DWHAT=p+1
//@[stack] flags: -DWHAT=&x
//@[null] flags: -DWHAT=(int*)0
//@[good] flags: -DWHAT=p
//@[inner] verdict: unsafe
//@[stack] verdict: unsafe
//@[null] verdict: safe
//@[good] verdict: safe
#include <stdlib.h>
int main(void) {
  int x = 0, *p = malloc(2 * sizeof *p);
  free(WHAT); //~[inner] free.invalid //~[stack] free.invalid
  return x;
}
