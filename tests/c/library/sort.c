//! Sorting and searching call the function to compare with.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int a[3] = {nondet_int(), nondet_int(), nondet_int()};
  int first = a[0];
  qsort(a, 3, sizeof *a, compare);
  assert(a[0] <= a[1] && a[1] <= a[2]);
#ifdef BAD
  assert(a[0] == first); //~[bad] assertion
#endif
  int *found = bsearch(&first, a, 3, sizeof *a, compare);
  assert(found && *found == first);
  return 0;
}
