//! Handlers of atexit and destructors of static variables run in one order, the reverse of their registration.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>

int step;

struct Last {
  ~Last() {
#ifdef BAD
    assert(step == 3); //~[bad] assertion
#else
    assert(step == 2);
#endif
  }
};

void handler() {
  assert(step == 1);
  step = 2;
}

struct First {
  ~First() {
    assert(step == 0);
    step = 1;
  }
};

int main() {
  static Last last;
  atexit(handler);
  static First first;
}
