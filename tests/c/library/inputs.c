//! Library functions that read from the world give any value of their range.
//@ revisions: range negative eof
//@[negative] flags: -DBAD=(r==7)
//@[eof] flags: -DBAD=(c==-1)
//@[range] flags: -DBAD=0
//@[range] verdict: safe
//@[negative] verdict: unsafe
//@[eof] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand((unsigned)time(NULL));
  int r = rand(), c = getchar();
  assert(r >= 0 && c >= -1 && c <= 255);
  assert(!BAD); //~[negative] assertion //~[eof] assertion
  return 0;
}
