//! Nested loops of constant lengths over a table.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int m[3][4], sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = i * j;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      sum += m[i][j] BUG(+ (i == 2 && j == 0));
  assert(sum == 18); //~[bad] assertion
  return 0;
}
