//! realloc to no bytes frees and gives null, as glibc does; without an object it allocates.
//@ flags: --memory-leak-check
//@ revisions: good again
//@[again] flags: -DAGAIN
//@[good] verdict: safe
//@[again] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = realloc(NULL, 4);
  if (!p)
    return 1;
  p[3] = 'x';
  assert(!realloc(p, 0));
#ifdef AGAIN
  free(p); //~[again] free.double
#endif
  return 0;
}
