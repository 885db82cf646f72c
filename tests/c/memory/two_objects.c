//! Two allocations are two objects, and a loop makes a new one each time.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = malloc(sizeof(int));
    if (!p[i])
      return 0;
    *p[i] = i;
  }
  assert(p[0] != p[1] && p[1] != p[2] && p[0] != p[2]);
  assert(*p[0] == 0 && *p[1] == 1 && *p[2] == 2);
  return 0;
}
