//! A protocol of many states that never ends.
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
  int state = 0, tries = 0;
  unsigned sent = 0, acknowledged = 0;
  for (;;) {
    switch (state) {
    case 0:
      tries = 0;
      state = nondet_int() ? 1 : 0;
      break;
    case 1:
      sent ^= 1;
      state = 2;
      break;
    case 2:
      if (nondet_int()) {
        acknowledged = sent;
        state = 3;
      } else if (tries < 3 BUG(|| nondet_int() == 9)) {
        tries++;
      } else {
        acknowledged = sent;
        state = 0;
      }
      break;
    case 3:
      assert(acknowledged == sent);
      state = 0;
      break;
    default:
      assert(0);
    }
    assert(tries <= 3); //~[bad] assertion
  }
}
