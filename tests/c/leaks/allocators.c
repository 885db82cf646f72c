//! Every function that allocates makes memory that can be lost: at the line of its call.
//@ revisions: calloc realloc moved strdup freed
//@ flags: --property valid-memsafety --force-malloc-success
//@[calloc] flags: -DMAKE=calloc(2,4)
//@[calloc] contains: allocators.c:21 is lost
//@[realloc] flags: -DMAKE=realloc(NULL,4)
//@[moved] flags: -DMAKE=realloc(malloc(2),4)
//@[moved] contains: allocators.c:21 is lost
//@[strdup] flags: -DMAKE=strdup("ab")
//@[strdup] contains: allocators.c:21 is lost
//@[freed] flags: -DMAKE=realloc(strdup("ab"),9) -DFREE
//@[calloc] verdict: unsafe
//@[realloc] verdict: unsafe
//@[moved] verdict: unsafe
//@[strdup] verdict: unsafe
//@[freed] verdict: safe
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
static void make(void) {
  void *p = MAKE;
#ifdef FREE
  free(p);
#endif
}
int main(void) {
  make();
  return 0; //~[calloc] memory-leak //~[realloc] memory-leak //~[moved] memory-leak //~[strdup] memory-leak
}
