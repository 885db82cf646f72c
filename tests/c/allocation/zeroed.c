//! calloc may fail like malloc; what it gives is zero.
//@ revisions: unchecked checked
//@[unchecked] flags: -DCHECK=0
//@[checked] flags: -DCHECK=1
//@[unchecked] verdict: unsafe
//@[checked] verdict: safe
//@[unchecked] contains: calloc() fails = true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, sizeof *p);
  if (CHECK && !p)
    return 1;
  assert(p[3] == 0); //~[unchecked] pointer.null
  free(p);
  return 0;
}
