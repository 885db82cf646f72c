//! A line that fgets reads has its newline at the end, and only the end of the input leaves it out of a
//! line that would have fitted.
//@ revisions: good newline zero
//@[newline] flags: -DNEWLINE
//@[zero] flags: -DZERO
//@[good] verdict: safe
//@[newline] verdict: unsafe
//@[zero] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[9] = "";
  if (!fgets(line, sizeof line, stdin)) {
    assert(feof(stdin) || ferror(stdin));
    return 0;
  }
  char *end = memchr(line, '\n', 8);
  if (end)
    assert(end[1] == 0);
  if (!end && line[7] == 0)
    assert(feof(stdin) || memchr(line, 0, 8) != line + 8);
#ifdef NEWLINE
  assert(end); //~[newline] assertion
#endif
#ifdef ZERO
  // The input may hold any byte.
  assert(strlen(line) > 0); //~[zero] assertion
#endif
  return 0;
}
