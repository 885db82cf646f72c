//! Functions of <string.h> on strings that are not known.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
char nondet_char(void);
int main(void) {
  char a[4] = {nondet_char(), nondet_char(), nondet_char(), 0};
  char b[8];
  size_t n = strlen(a);
  assert(n <= 3);
  strcpy(b, a);
  assert(strcmp(a, b) == 0 && strncmp(a, b, 2) == 0 && memcmp(a, b, n + 1) == 0);
  char *end = strchr(a, 0);
  assert(end == a + n);
  char *dot = strrchr(a, '.');
#ifdef BAD
  assert(!dot || dot == a); //~[bad] assertion
#else
  assert(!dot || *dot == '.');
  assert(strspn(a, ".") <= n && strcspn(a, ".") <= n);
  assert(strstr(a, "") == a);
  strncpy(b, "xy", sizeof b);
  assert(b[1] == 'y' && b[2] == 0 && b[7] == 0);
#endif
  return 0;
}
