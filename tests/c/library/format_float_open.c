//! The text of a number that is not known has the right length, and nothing rests on its digits.
//@ revisions: good open
//@[open] flags: -DOPEN
//@[good] verdict: safe
//@[open] verdict: unknown
//@[open] contains: approximate
#include <assert.h>
#include <stdio.h>
double nondet_double(void);
int main(void) {
  char text[16];
  double x = nondet_double();
  int length = snprintf(text, sizeof text, "%.3e", x);
  assert(length >= 3 && length <= 11);
#ifdef OPEN
  assert(text[0] != '1');
#endif
  return 0;
}
