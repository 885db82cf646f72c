//! Classes of characters, as functions and through the tables of glibc.
//@ revisions: good bad sign
//@[bad] flags: -DBAD
//@[sign] flags: -DSIGN
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[sign] verdict: unsafe
#include <assert.h>
#include <ctype.h>
unsigned char nondet_uchar(void);
int main(void) {
  int c = nondet_uchar();
  assert(!isdigit(c) == !(c >= '0' && c <= '9'));
  assert(!(isalpha)(c) == !((isupper)(c) || (islower)(c)));
  assert((toupper)((tolower)(c)) == (toupper)(c));
#ifdef BAD
  assert(!ispunct(c)); //~[bad] assertion
#endif
#ifdef SIGN
  c = (isspace)(-c); //~[sign] library-call
#endif
  return 0;
}
