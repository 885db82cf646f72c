//! A number that is cut off at a limit.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
double nondet_double(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  double level = 0.0;
  while (nondet_int()) {
    double change = nondet_double();
    if (change >= -1.0 && change <= 4.0)
      level += change;
    if (level > 10.0 BUG(&& level < 11.0))
      level = 10.0;
    if (level < 0.0)
      level = 0.0;
    assert(level <= 10.0); //~[bad] assertion
  }
  return 0;
}
