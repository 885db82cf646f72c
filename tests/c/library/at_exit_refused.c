//! Thirty-two functions can be kept for the end; one more may be refused.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
static int runs;
static void end(void) { runs++; }
int main(void) {
  for (int i = 0; i < 32; i++)
    assert(atexit(end) == 0);
#ifdef BAD
  assert(atexit(end) == 0); //~[bad] assertion
#endif
  return 0;
}
