//! Classes of characters, as functions and through the tables of glibc.
//@ revisions: good bad sign macro table value
//@[bad] flags: -DBAD
//@[sign] flags: -DSIGN
//@[macro] flags: -DMACRO
//@[table] flags: -DTABLE
//@[value] flags: -DVALUE
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[sign] verdict: unsafe
//@[macro] verdict: unsafe
//@[table] verdict: unsafe
//@[value] verdict: unsafe
#include <assert.h>
#include <ctype.h>
unsigned char nondet_uchar(void);
signed char nondet_schar(void);
int main(void) {
  int c = nondet_uchar();
  assert(!isdigit(c) == !(c >= '0' && c <= '9'));
  assert(!isalpha(c) == !(isalpha)(c) && !isalpha(-1));
  assert(!(isalpha)(c) == !((isupper)(c) || (islower)(c)));
  assert((toupper)((tolower)(c)) == (toupper)(c));
#ifdef BAD
  assert(!ispunct(c)); //~[bad] assertion
#endif
#ifdef SIGN
  c = (isspace)(-c); //~[sign] library-call
#endif
#ifdef MACRO
  // The macro of glibc reads a table, which has entries for negative characters too.
  signed char d = nondet_schar();
  c = isalpha(d); //~[macro] library-call
#endif
#ifdef TABLE
  signed char d = nondet_schar();
  c = (*__ctype_toupper_loc())[d]; //~[table] library-call
#endif
#ifdef VALUE
  // What is not zero need not be one.
  assert(isalpha('a') == 1); //~[value] assertion
#endif
  return 0;
}
