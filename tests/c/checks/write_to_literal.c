//! A string literal may be read but not written.
//@ revisions: bad good
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
int main(void) {
  char copy[] = "abc";
  char *p = "abc";
#ifndef BAD
  p = copy;
#endif
  p[1] = 'x'; //~[bad] pointer.constant
  return p[1] != 'x';
}
