//! What `continue` jumps over is not done in that pass.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned skipped = 0, done = 0, i;
  for (i = 0; nondet_int(); i++) {
    if (i % 4 == 3) {
      skipped += 4;
      BUG(if (i == 7) skipped++;)
      continue;
    }
    done++;
    assert(skipped % 4 == 0); //~[bad] assertion
  }
  return 0;
}
