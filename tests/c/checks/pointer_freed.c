//! Access to a heap object after its end.
//@ revisions: read write good
//@[read] flags: -DACCESS=x=*p
//@[write] flags: -DACCESS=*p=x
//@[good] flags: -DACCESS=x=2
//@[read] verdict: unsafe
//@[write] verdict: unsafe
//@[good] verdict: safe
#include <stdlib.h>
int main(void) {
  int x = 1, *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 5;
  free(p);
  ACCESS; //~[read] pointer.freed //~[write] pointer.freed
  return x;
}
