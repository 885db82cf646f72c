//! A line of any length, in memory that is large enough for it.
//@ revisions: good bad freed
//@[bad] flags: -DBAD
//@[freed] flags: -DFREED
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[freed] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length = getline(&line, &size, stdin);
  if (length < 0) {
    free(line);
    return 0;
  }
  assert(length > 0 && (size_t)length < size && line[length] == 0);
  if (length > 1)
    assert(line[0] != '\n');
  if (!feof(stdin))
    assert(line[length - 1] == '\n');
#ifdef BAD
  assert(line[0] != 'q'); //~[bad] assertion
#endif
  free(line);
#ifdef FREED
  return line[0]; //~[freed] pointer.freed
#endif
  return 0;
}
