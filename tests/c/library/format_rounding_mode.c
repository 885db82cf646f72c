//! Digits are rounded as the program has set the mode, and to nearest where it has not.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <fenv.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  snprintf(text, sizeof text, "%.2e", 1.239);
  assert(strcmp(text, "1.24e+00") == 0);
  fesetround(FE_TOWARDZERO);
  snprintf(text, sizeof text, "%.2e", 1.239);
  assert(strcmp(text, "1.23e+00") == 0);
  fesetround(FE_UPWARD);
  snprintf(text, sizeof text, "%.1f|%.1f", 0.12, -0.18);
  assert(strcmp(text, "0.2|-0.1") == 0);
  fesetround(FE_DOWNWARD);
  snprintf(text, sizeof text, "%.1f|%.0a", 0.18, -1.75);
#ifdef BAD
  assert(strcmp(text, "0.2|-0x2p+0") == 0); //~[bad] assertion
#endif
  assert(strcmp(text, "0.1|-0x2p+0") == 0);
  return 0;
}
