//! A copy that does not fit is reported where the library is called.
//@ revisions: good long append number overlap
//@[good] flags: -DTEXT="abc"
//@[long] flags: -DTEXT="abcdefgh"
//@[append] flags: -DTEXT="abcd" -DAPPEND
//@[number] flags: -DTEXT="abc" -DNUMBER
//@[overlap] flags: -DTEXT="abc" -DOVERLAP
//@[good] verdict: safe
//@[long] verdict: unsafe
//@[append] verdict: unsafe
//@[number] verdict: unsafe
//@[overlap] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
#define QUOTE(x) #x
#define LITERAL(x) QUOTE(x)
int main(void) {
  char text[8];
  strcpy(text, LITERAL(TEXT)); //~[long] pointer.bounds
  assert(strlen(text) == sizeof LITERAL(TEXT) - 1);
#ifdef APPEND
  strcat(text, "efgh"); //~[append] pointer.bounds
#endif
#ifdef NUMBER
  sprintf(text, "%d", nondet_int()); //~[number] pointer.bounds
#endif
#ifdef OVERLAP
  strcpy(text + 1, text); //~[overlap] overlap
#endif
  return 0;
}
