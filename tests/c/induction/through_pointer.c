//! A loop that writes through a pointer to a variable of its caller.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
static void count(unsigned *total, unsigned *twice) {
  while (nondet_int()) {
    *twice += 2;
    BUG(if (*twice == 12) *total = 5;)
    assert(*total == 3); //~[bad] assertion
  }
}
int main(void) {
  unsigned total = 3, twice = 0;
  count(&total, &twice);
  return 0;
}
