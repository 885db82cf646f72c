//! Numbers from text: values, where they end, and what does not fit.
//@ revisions: good bad range
//@[bad] flags: -DBAD
//@[range] flags: -DRANGE
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[range] verdict: unsafe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
char nondet_char(void);
int main(void) {
  char *end;
  assert(strtol("  -42abc", &end, 10) == -42 && *end == 'a');
  assert(strtol("0x1F", NULL, 0) == 31 && strtoul("077", NULL, 0) == 63);
  assert(strtod("1.25e2", &end) == 125.0 && *end == 0);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  char text[3] = {nondet_char(), nondet_char(), 0};
  int n = atoi(text);
  assert(n >= -9 && n <= 99);
#ifdef BAD
  assert(n != 37); //~[bad] assertion
#endif
#ifdef RANGE
  n = atoi("2147483648"); //~[range] library-call
#endif
  return 0;
}
