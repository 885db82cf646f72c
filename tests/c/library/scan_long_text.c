//! Of a long text that is not known, what is read is any value of its type: that proves what holds for
//! all of them, and is no reason for a violation.
//@ revisions: good open
//@[open] flags: -DOPEN
//@[good] verdict: safe
//@[open] verdict: unknown
//@[open] contains: approximate
#include <assert.h>
#include <stdio.h>
char nondet_char(void);
int main(void) {
  char text[64], word[4] = "";
  for (int i = 0; i < 63; i++)
    text[i] = nondet_char();
  text[63] = 0;
  int x = 5;
  int stored = sscanf(text, "%d %3s", &x, word);
  assert(stored >= -1 && stored <= 2);
  if (stored < 1)
    assert(x == 5);
  if (stored == 2)
    assert(word[0] != ' ');
#ifdef OPEN
  assert(x != 4711);
#endif
  return 0;
}
