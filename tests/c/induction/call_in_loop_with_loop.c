//! A loop that calls a function with a loop.
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
static unsigned sum, times;
static void add(unsigned n) {
  while (n > 0 && nondet_int()) {
    sum += 4;
    n--;
  }
  times++;
}
int main(void) {
  while (nondet_int()) {
    add(2);
    BUG(if (times == 2 && sum == 12) sum = 1;)
    assert(sum % 4 == 0); //~[bad] assertion
  }
  return 0;
}
