//! A jump out of two loops at once.
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
  unsigned i = 0, j = 0;
  int found = 0;
  while (1) {
    j = 0;
    while (j <= i) {
      if (nondet_int()) {
        found++;
        goto out;
      }
      j++;
      BUG(if (i == 4 && j == 3) found = 1;)
    }
    i++;
  }
out:
  assert(found == 1 && j <= i); //~[bad] assertion
  return 0;
}
