//! Several jumps lead to the head of one loop.
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
  unsigned x = 0, passes = 0;
head:
  passes++;
  assert(x < 5); //~[bad] assertion
  if (nondet_int()) {
    x = x < 4 ? x + 1 : 0;
    goto head;
  }
  if (nondet_int()) {
    x = x > 0 ? x - 1 : 4;
    BUG(if (passes == 6) x = 5;)
    goto head;
  }
  if (x == 2)
    goto head;
  return 0;
}
