//! A violation behind a branch on an approximated value rests on it; one behind the join does not, nor
//! one that every value leads to.
//@ revisions: inside behind either
//@[inside] flags: -DINSIDE
//@[inside] verdict: unknown
//@[inside] contains: rests on the approximate cos
//@[behind] flags: -DBEHIND
//@[behind] verdict: unsafe
//@[either] flags: -DEITHER
//@[either] verdict: unsafe
#include <assert.h>
#include <math.h>
int nondet_int(void);
double nondet_double(void);
int main(void) {
  int n = nondet_int(), way = 0;
  double c = cos(nondet_double());
  if (c > 0.25001 && c < 0.25002) {
    way = 1;
#ifdef INSIDE
    assert(n != 7);
#endif
  } else if (c < 0.75) {
    way = 2;
  }
#ifdef BEHIND
  assert(n != 7); //~[behind] assertion
#endif
#ifdef EITHER
  if (c > 0.5)
    n = n & 1 ? way : way + 2;
  else
    n = n & 1 ? way + 3 : way + 1;
  assert(n > 4); //~[either] assertion
#endif
  return 0;
}
