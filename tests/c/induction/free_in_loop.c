//! Memory that each pass allocates and frees again.
//@ revisions: good bad
//@ flags: --max-k-step 6
//@[bad] flags: -DBAD
//@[good] verdict: unknown
//@[bad] verdict: unsafe
//@[good] because: bound 6 reached by loop main.0
#include <stdlib.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned passes = 0;
  while (nondet_int()) {
    char *p = malloc(4);
    if (!p)
      return 1;
    *p = 1;
    free(p);
    passes++;
    BUG(if (passes == 3) free(p);) //~[bad] free.double
  }
  return 0;
}
