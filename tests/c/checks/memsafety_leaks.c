//! No check decides leaks: a program with heap objects is not proved, one without is.
//@ revisions: heap stack bad
//@ flags: --property valid-memsafety
//@[heap] flags: -DHEAP -DLAST=3
//@[stack] flags: -DLAST=3
//@[bad] flags: -DLAST=4
//@[heap] verdict: unknown
//@[heap] contains: memory leak
//@[stack] verdict: safe
//@[bad] verdict: unsafe
#include <stdlib.h>
int main(void) {
  int a[4], *p = a;
#ifdef HEAP
  p = malloc(sizeof a);
#endif
  p[LAST] = 1; //~[bad] pointer.bounds
  return 0;
}
