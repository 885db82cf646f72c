//! Formatted output into memory is exact, and cut off where snprintf says.
//@ revisions: good bad missing
//@[bad] flags: -DBAD
//@[missing] flags: -DMISSING
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[missing] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
  char text[16];
  int x = nondet_int();
  if (x < 0 || x > 99)
    return 0;
  int n = snprintf(text, sizeof text, "<%02d>", x);
  assert(n == 4 && text[1] == '0' + x / 10 && text[2] == '0' + x % 10);
  n = snprintf(text, 3, "%s", "abcdef");
  assert(n == 6 && strcmp(text, "ab") == 0);
  n = sprintf(text, "%-4x|%+d|%c%%", 255, 7, 'q');
#ifdef BAD
  assert(n == 11); //~[bad] assertion
#endif
  assert(strcmp(text, "ff  |+7|q%") == 0);
#ifdef MISSING
  printf("%s %d\n", text); //~[missing] library-call
#endif
  return 0;
}
