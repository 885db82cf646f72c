//! The second half of a condition is looked at only when the first does not decide.
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
static unsigned asked;
static int ask(void) {
  asked++;
  return nondet_int();
}
int main(void) {
  unsigned passes = 0;
  while (nondet_int() && ask() BUG(&& (passes != 5 || ask()))) {
    passes++;
    assert(asked == passes); //~[bad] assertion
  }
  return 0;
}
