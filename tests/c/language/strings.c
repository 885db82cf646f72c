//! String literals, characters and walks over them.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
static unsigned length(const char *s) {
  unsigned n = 0;
  while (s[n])
    n++;
  return n;
}
int main(void) {
  char text[] = "hello\tworld";
  assert(sizeof text == 12 && length(text) == 11 && text[5] == '\t');
  text[5] = '\0';
  assert(length(text) == 5);
  const char *p = "abc"
                  "def";
  assert(length(p) == 6 && p[3] == 'd');
  unsigned char high[] = "\xff";
  assert(high[0] == 255);
#ifdef BAD
  assert(length(text + 6) == 6); //~[bad] assertion
#endif
  return 0;
}
