//! Numbers that are known are printed exactly, in every form.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[64];
  double tenth = 0.1;
  sprintf(text, "%e", tenth);
  assert(strcmp(text, "1.000000e-01") == 0);
  sprintf(text, "%g %g %a", 1e100, 100000.0, 1.0);
  assert(strcmp(text, "1e+100 100000 0x1p+0") == 0);
  assert(snprintf(text, sizeof text, "%.3e|%G", 123456.789, 1e-5) == 15);
  assert(strcmp(text, "1.235e+05|1E-05") == 0);
  sprintf(text, "%.0f %.20f", 1e22, tenth);
  assert(strcmp(text, "10000000000000000000000 0.10000000000000000555") == 0);
  sprintf(text, "%010.3e", -tenth);
#ifdef BAD
  assert(text[0] != '-'); //~[bad] assertion
#endif
  assert(strcmp(text, "-1.000e-01") == 0);
  return 0;
}
