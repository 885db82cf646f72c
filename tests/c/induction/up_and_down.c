//! A counter that goes up to a limit and down again.
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
  int level = 0, rising = 1;
  while (1) {
    if (rising)
      level++;
    else
      level--;
    if (level == 40 BUG(&& nondet_int() != 3))
      rising = 0;
    if (level == 0)
      rising = 1;
    assert(level >= 0 && level <= 40); //~[bad] assertion
  }
}
