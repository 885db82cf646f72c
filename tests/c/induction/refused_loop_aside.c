//! A loop that cannot start anywhere, but ends soon, does not keep another from being proved.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
  char *parts[3];
  for (int i = 0; i < 3; i++)
    parts[i] = malloc(4);
  unsigned x = 1;
  while (nondet_int()) {
    x += 2;
#ifdef BAD
    if (x == 13) x = 14;
#endif
  }
  assert(x % 2 == 1); //~[bad] assertion
  for (int i = 0; i < 3; i++)
    free(parts[i]);
  return 0;
}
