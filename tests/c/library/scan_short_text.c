//! A short text of any letters is read exactly.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdio.h>
char nondet_char(void);
int main(void) {
  char text[5];
  for (int i = 0; i < 4; i++)
    text[i] = nondet_char();
  text[4] = 0;
  int x = -7;
  int stored = sscanf(text, "%d", &x);
  if (stored == 1)
    assert(x >= -999 && x <= 9999);
  else
    assert(x == -7 && (stored == 0 || stored == EOF));
  if (text[0] == 'a')
    assert(stored == 0);
#ifdef BAD
  assert(x != 4711); //~[bad] assertion
#endif
  return 0;
}
