//! A variable before the first case of a `switch` lives as long as the body, and is new each time.
//@ revisions: behind again value uninitialised ok
//@[behind] flags: -DBEHIND
//@[again] flags: -DAGAIN
//@[value] flags: -DVALUE
//@[uninitialised] flags: -DVALUE --uninitialised-check
//@[behind] verdict: unsafe
//@[again] verdict: unsafe
//@[value] verdict: unsafe
//@[uninitialised] verdict: unsafe
//@[ok] verdict: safe
//@[again] unseen: both lives have one address, which is alive again
//@[uninitialised] unseen: an indeterminate value that is the old one
#include <assert.h>
extern int nondet_int(void);

int main(void) {
  int zero = 0, sum = 0;
  int *p = &zero;
  for (int i = 0; i < 3; i++) {
    switch (i) {
      int v;
    case 0:
      v = 5;
      {
        p = &v;
      }
      sum += *p;
      if (nondet_int())
        break;
      // fall through
    case 1:
#ifdef AGAIN
      sum += *p; //~[again] pointer.expired
#endif
#ifdef VALUE
      if (i == 1)
        assert(v == 5); //~[value] assertion
        //~[uninitialised]^ uninitialised
#endif
      v = 7;
      p = &v;
      sum += *p;
      break;
    }
#ifdef BEHIND
    sum += *p; //~[behind] pointer.expired
#endif
  }
  assert(sum == 12 || sum == 19);
  return 0;
}
