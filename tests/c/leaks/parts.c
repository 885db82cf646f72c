//! The parts of memory safety can be asked for one by one, and several in a file.
//@ revisions: deref free track all file two
//@ flags: --force-malloc-success
//@[deref] flags: --property valid-deref
//@[deref] verdict: unsafe
//@[deref] contains: violated property: valid-deref
//@[free] flags: --property valid-free -DNO_DEREF
//@[free] verdict: unsafe
//@[free] contains: violated property: valid-free
//@[track] flags: --property valid-memtrack -DNO_DEREF -DNO_FREE
//@[track] verdict: unsafe
//@[track] contains: violated property: valid-memtrack
//@[all] flags: --property valid-memsafety -DNO_DEREF -DNO_FREE -DNO_LEAK
//@[all] verdict: safe
//@[file] flags: --property tests/c/leaks/parts/free.prp -DNO_DEREF -DNO_FREE
//@[file] verdict: safe
//@[two] flags: --property tests/c/leaks/parts/free_and_track.prp -DNO_DEREF -DNO_FREE
//@[two] verdict: unsafe
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = malloc(4);
#ifndef NO_DEREF
  p[1] = 0; //~[deref] pointer.bounds
#endif
  free(p);
#ifndef NO_FREE
  free(p); //~[free] free.double
#endif
#ifdef NO_LEAK
  free(q);
#else
  q = NULL;
#endif
  return 0; //~[track] memory-leak //~[two] memory-leak
}
