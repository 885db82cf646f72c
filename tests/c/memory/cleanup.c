//! Memory that is still reachable is not lost, but not cleaned up either.
//@ revisions: left freed lost_not_asked
//@[left] flags: --memory-leak-check
//@[freed] flags: --memory-leak-check -DFREE
//@[left] contains: memory-cleanup
//@[left] verdict: unsafe
//@[freed] verdict: safe
//@[lost_not_asked] verdict: safe
#include <stdlib.h>
static int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
  if (!kept)
    return 0;
  *kept = 1;
#ifdef FREE
  free(kept);
#endif
  return 0;
} //~[left] memory-cleanup
