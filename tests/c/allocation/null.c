//! Memory may be used only where it was given.
//@ revisions: unchecked checked
//@[unchecked] flags: -DCHECK=0
//@[checked] flags: -DCHECK=1
//@[unchecked] verdict: unsafe
//@[checked] verdict: safe
//@[unchecked] contains: malloc() fails = true
//@[unchecked] contains: p = NULL
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (CHECK && !p)
    return 1;
  *p = 1; //~[unchecked] pointer.null
  free(p);
  return 0;
}
