//! A stream is used while it is open, and only if it could be opened.
//@ revisions: good null closed
//@[null] flags: -DNULL_STREAM
//@[closed] flags: -DCLOSED
//@[good] verdict: safe
//@[null] verdict: unsafe
//@[closed] verdict: unsafe
#include <stdio.h>
int main(void) {
  FILE *file = fopen("input", "r");
#ifndef NULL_STREAM
  if (!file)
    return 1;
#endif
  int c = fgetc(file); //~[null] pointer.null
  if (c == EOF && !feof(file) && !ferror(file))
    return *(int *)0;
  fclose(file);
#ifdef CLOSED
  c = fgetc(file); //~[closed] library-call
#endif
  return 0;
}
