//! For properties of memory an answer is what holds whether allocation fails or not.
//@ flags: --property valid-memsafety
//@ revisions: checked unchecked wrong succeeds fails
//@[checked] flags: -DCHECK=1
//@[unchecked] flags: -DCHECK=0
//@[wrong] flags: -DCHECK=0 -DPLACE=1
//@[succeeds] flags: -DCHECK=0 --force-malloc-success
//@[fails] flags: -DCHECK=0 --malloc-may-fail
//@[checked] verdict: safe
//@[checked] lacks: always succeeds
//@[unchecked] verdict: unknown
//@[unchecked] contains: violated only where an allocation fails: null pointer dereference
//@[unchecked] contains: --force-malloc-success or --malloc-may-fail
//@[wrong] verdict: unsafe
//@[succeeds] verdict: safe
//@[succeeds] contains: malloc(): always succeeds
//@[fails] verdict: unsafe
#include <stdlib.h>
#ifndef PLACE
#define PLACE 0
#endif
int main(void) {
  int *p = malloc(sizeof *p);
  if (CHECK && !p)
    return 1;
  p[PLACE] = 1; //~[wrong] pointer.bounds
  //~[fails]^ pointer.null
  free(p);
  return 0;
}
