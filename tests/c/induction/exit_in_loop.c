//! An exit in a loop ends the program there.
//@ revisions: good bad
//@[bad] flags: -DBAD --max-k-step 60
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned i = 0;
  while (1) {
    if (i >= 100 BUG(&& nondet_int()))
      exit(0);
    i += 4;
    assert(i <= 100); //~[bad] assertion
  }
}
