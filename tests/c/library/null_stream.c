//! Only printing is left alone by the competition's rules: a stream that could not be opened is
//! not one to close.
//@ revisions: bad good
//@[bad] flags: --property valid-memsafety
//@[good] flags: --property valid-memsafety -DCHECKED
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file.txt", "r");
#ifdef CHECKED
  if (!file)
    return 1;
#endif
  fclose(file); //~[bad] pointer.null
  return 0;
}
