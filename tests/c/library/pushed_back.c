//! A character that is pushed back comes first, to every reader; a second one may find no room.
//@ revisions: good second wrong
//@[second] flags: -DSECOND
//@[wrong] flags: -DWRONG
//@[good] verdict: safe
//@[second] verdict: unsafe
//@[wrong] verdict: unsafe
//@[second] unseen: the C library of the machine has room for thousands of characters
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  int x;
  assert(ungetc('a', stdin) == 'a' && !feof(stdin));
  if (ungetc('b', stdin) == 'b')
    assert(getchar() == 'b');
#ifdef SECOND
  assert(ungetc('c', stdin) == 'c' && getchar() == 'c'); //~[second] assertion
#endif
  assert(getchar() == 'a');
  ungetc('\n', stdin);
  assert(fgets(line, sizeof line, stdin) && line[0] == '\n' && line[1] == 0);
  ungetc('7', stdin);
  assert(scanf("%1d", &x) == 1 && x == 7);
  ungetc('q', stdin);
  assert(fread(line, 1, 1, stdin) == 1);
#ifdef WRONG
  assert(line[0] != 'q'); //~[wrong] assertion
#endif
  return 0;
}
