//! The end of the input stays, is only known once it was met, and is forgotten by clearerr.
//@ revisions: good early cleared
//@[early] flags: -DEARLY
//@[cleared] flags: -DCLEARED
//@[good] verdict: safe
//@[early] verdict: unsafe
//@[cleared] verdict: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8], bytes[8];
  assert(!feof(stdin));
  int c = getchar();
  if (c != EOF)
    assert(!feof(stdin));
#ifdef EARLY
  assert(c == EOF || !fgets(line, sizeof line, stdin) || !feof(stdin)); //~[early] assertion
#endif
  while (!feof(stdin) && !ferror(stdin) && c != EOF)
    if (fread(bytes, 1, sizeof bytes, stdin) < sizeof bytes)
      assert(feof(stdin) || ferror(stdin));
    else
      break;
  if (!feof(stdin))
    return 0;
  assert(getchar() == EOF && !fgets(line, sizeof line, stdin));
  assert(fread(bytes, 1, 4, stdin) == 0 && scanf("%*c") == EOF);
#ifdef CLEARED
  clearerr(stdin);
  assert(getchar() == EOF); //~[cleared] assertion
#endif
  return 0;
}
