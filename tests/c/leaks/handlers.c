//! What handlers of atexit free is freed, after a return from main and after exit; _Exit runs none.
//@ revisions: returned exits skipped lost
//@ flags: --property valid-memcleanup --force-malloc-success
//@[returned] verdict: safe
//@[exits] flags: -DEND=exit(0)
//@[exits] verdict: safe
//@[skipped] flags: -DEND=_Exit(0)
//@[skipped] verdict: unsafe
//@[lost] flags: -DLOSE
//@[lost] verdict: unsafe
#include <stdlib.h>
static int *kept;
static void clean(void) {
#ifdef LOSE
  kept = NULL;
#endif
  free(kept);
}
int main(void) {
  kept = malloc(4);
  atexit(clean);
#ifdef END
  END; //~[skipped] memory-cleanup
#endif
  return 0; //~[lost] memory-cleanup
}
