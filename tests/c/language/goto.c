//! Jumps forward, backward, out of and into loops.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int i = 0, hits = 0, x = nondet_int();
again:
  if (i < 3) {
    i++;
    goto again;
  }
  for (int k = 0; k < 4; k++) {
    if (x == k)
      goto out;
    hits++;
  }
out:
  assert(i == 3);
  assert(hits == (x >= 0 && x < 4 ? x : 4));
  int n = 0;
  if (x > 0)
    goto middle;
  while (n < 5) {
    n++;
  middle:
    n++;
  }
#ifdef BAD
  assert(n == 6); //~[bad] assertion
#endif
  assert(n == 5 || n == 6);
  return 0;
}
