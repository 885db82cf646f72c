//! Copies and fills stay inside their objects.
//@ revisions: source target fill good
//@[source] flags: -DFROM=3 -DLENGTH=2 -DFILL=4
//@[target] flags: -DFROM=0 -DLENGTH=4 -DFILL=4 -DSHORT
//@[fill] flags: -DFROM=0 -DLENGTH=1 -DFILL=5
//@[good] flags: -DFROM=1 -DLENGTH=3 -DFILL=4
//@[source] verdict: unsafe
//@[target] verdict: unsafe
//@[fill] verdict: unsafe
//@[good] verdict: safe
#include <string.h>
int main(void) {
  char from[4] = "abc";
#ifdef SHORT
  char to[3];
#else
  char to[4];
#endif
  memcpy(to, from + FROM, LENGTH); //~[source] pointer.bounds //~[target] pointer.bounds
  memset(from, 0, FILL); //~[fill] pointer.bounds
  return to[0];
}
