//! What realloc has released must not be freed again.
//@ verdict: unsafe
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  char *q = realloc(p, 8);
  if (q)
    free(p); //~ free.double
  free(q);
  return 0;
}
