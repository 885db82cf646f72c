//! A string function reads the bytes it looks at.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <string.h>
int main(void) {
  char text[8];
  text[0] = 'a';
#ifndef BAD
  text[1] = 0;
#endif
  return strlen(text) != 1; //~[bad] uninitialised
}
