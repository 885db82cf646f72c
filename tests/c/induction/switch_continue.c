//! `continue` and `break` in a switch in a loop mean different things.
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
int main(void) {
  unsigned seen = 0, counted = 0;
  while (1) {
    seen = counted == 50 ? 50 : counted + nondet_uint() % 2;
    switch (nondet_int()) {
    case 1:
      continue;
    case 2:
      break;
    case 3:
      counted = seen;
      break;
    default:
      BUG(if (counted == 5) counted = 9;)
      goto done;
    }
  }
done:
  assert(counted <= seen); //~[bad] assertion
  return 0;
}
