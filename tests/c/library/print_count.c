//! Formatted output gives the number of characters it wrote, and %n stores it.
//@ revisions: good count stored file
//@[count] flags: -DCOUNT
//@[stored] flags: -DSTORED
//@[file] flags: -DFILES
//@[good] verdict: safe
//@[count] verdict: unsafe
//@[stored] verdict: unsafe
//@[file] verdict: unsafe
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int(), before = -1;
  if (x < 10 || x > 99)
    return 0;
  int n = printf("%d:%5.2f|%s\n", x, 3.14159, "abc");
  assert(n == 13);
  printf("ab%ncd", &before);
  assert(before == 2);
  assert(fprintf(stderr, "%x", 255) == 2);
#ifdef COUNT
  assert(printf("%d", x) == 3); //~[count] assertion
#endif
#ifdef STORED
  printf("%d%n", x, &before);
  assert(before == 3); //~[stored] assertion
#endif
#ifdef FILES
  FILE *file = fopen("output", "w");
  if (file)
    assert(fprintf(file, "abc") == 3); //~[file] assertion
#endif
  return 0;
}
