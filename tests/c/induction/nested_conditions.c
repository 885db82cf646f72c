//! Conditions in conditions keep two flags apart.
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
  int reading = 0, writing = 0;
  unsigned passes = 0;
  while (1) {
    passes++;
    if (nondet_int()) {
      if (!reading) {
        if (!writing BUG(|| passes == 27))
          reading = 1;
      } else if (nondet_int())
        reading = 0;
    } else {
      if (writing)
        writing = 0;
      else if (!reading)
        writing = 1;
    }
    assert(!(reading && writing)); //~[bad] assertion
  }
}
