//! Where there is no memory, errno says so.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  errno = 0;
  char *p = malloc(10);
  assert(p || errno == ENOMEM);
  assert(!p || errno == 0);
  errno = 0;
  char *q = strdup("text");
  assert(q || errno == ENOMEM);
  free(p);
  free(q);
  return 0;
}
