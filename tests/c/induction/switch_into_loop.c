//! A switch that jumps into the middle of a loop.
//@ revisions: good bad
//@ flags: --max-k-step 8
//@[bad] flags: -DBAD
//@[good] verdict: unknown
//@[bad] verdict: unsafe
//@[good] because: bound 8 reached by loop main.0
#include <assert.h>
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned left = nondet_uint(), done = 0, all = left;
  switch (left % 2) {
  case 0:
    while (left != 0) {
      left--;
      done++;
      // falls through
  case 1:
      left--;
      done++;
      BUG(if (done == 5) done--;)
    }
  }
  assert(done == all); //~[bad] assertion
  return 0;
}
