//! A reader of characters that keeps track of quotes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int quoted = 0, escaped = 0;
  unsigned length = 0;
  for (;;) {
    char c = (char)nondet_int();
    if (length < 60000)
      length++;
    if (escaped)
      escaped = 0;
    else if (c == '\\' && quoted)
      escaped = 1;
    else if (c == '"')
      quoted = !quoted;
    BUG(if (length == 8 && c == 'x') escaped = 1;)
    assert(!escaped || quoted); //~[bad] assertion
  }
}
