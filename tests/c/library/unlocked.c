//! What the headers of glibc put in place of a call has the meaning of the call.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(!feof_unlocked(stdin));
  int c = getc_unlocked(stdin);
  if (c == EOF) {
    assert(feof_unlocked(stdin) || ferror_unlocked(stdin));
    if (feof_unlocked(stdin))
      assert(getchar_unlocked() == EOF);
    return 0;
  }
  putc_unlocked(c, stdout);
  putchar_unlocked(c);
  ungetc(c, stdin);
  assert(getchar() == c);
#ifdef BAD
  assert(c != 'q'); //~[bad] assertion
#endif
  return 0;
}
