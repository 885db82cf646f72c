//! Functions that speak to the world outside change nothing in the program and may fail.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 3;
  FILE *file = fopen("input", "r");
#ifdef BAD
  assert(file); //~[bad] assertion
#endif
  if (!file)
    return 1;
  if (feof(file))
    x++;
  fclose(file);
  assert(x == 3 || x == 4);
  return 0;
}
