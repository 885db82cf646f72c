//! Which of several equal elements a search finds is open, and said.
//@ verdict: safe
//@ contains: bsearch: of several elements that compare equal, bsearch finds the first that halving reaches
#include <assert.h>
#include <stdlib.h>
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int list[3] = {1, 2, 2}, key = 2;
  int *found = bsearch(&key, list, 3, sizeof list[0], by_value);
  assert(found && *found == 2);
  return 0;
}
