//! A claim that only executions which leave the loop meet.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned x = 0, n = nondet_uint();
  while (x < n) {
    if (x == 1000)
      break;
    x++;
  }
  assert(x <= 1000 BUG(&& x != 40)); //~[bad] assertion
  return 0;
}
