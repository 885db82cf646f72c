//! Lines that are read fit the buffer that fgets is told of, and no line fits gets or a plain %s.
//@ revisions: good bad large word
//@[bad] flags: -DBAD
//@[large] flags: -DLARGE
//@[word] flags: -DWORD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[large] verdict: unsafe
//@[word] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[4];
  int number = 5;
#ifdef LARGE
  fgets(line, 5, stdin); //~[large] pointer.bounds
#endif
#ifdef WORD
  scanf("%s", line); //~[word] pointer.bounds
#endif
  if (!fgets(line, sizeof line, stdin))
    return 1;
  assert(strlen(line) <= 3);
  if (scanf("%d", &number) != 1)
    assert(number == 5);
#ifdef BAD
  assert(number != 12345); //~[bad] assertion
#endif
  return 0;
}
