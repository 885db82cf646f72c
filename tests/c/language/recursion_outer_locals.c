//! Recursive calls write to variables of the calls around them.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
static void count(int n, int *sum) {
  int mine = 0;
  if (n > 0)
    count(n - 1, &mine);
  *sum += mine + 1;
}
int main(void) {
  int sum = 0;
  unsigned n = nondet_uint() % 5;
  count(n, &sum);
  assert(sum == (int)n + 1);
#ifdef BAD
  assert(sum != 5); //~[bad] assertion
#endif
  return 0;
}
