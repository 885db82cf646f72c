//! Printing reads the text, unless only the competition's rules count.
//@ revisions: text rules stubs
//@[rules] flags: --property valid-memsafety
//@[stubs] flags: --pure-stubs
//@[text] verdict: unsafe
//@[rules] verdict: safe
//@[stubs] verdict: safe
#include <stdio.h>
int main(void) {
  char text[2] = {'a', 'b'};
  puts(text); //~[text] pointer.bounds
  return 0;
}
