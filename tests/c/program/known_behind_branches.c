//! What branches say of a variable decides what is behind them, without a solver.
//@ revisions: known off bad
//@[known] flags: --unwind 2
//@[off] flags: --unwind 5 --no-guard-propagation
//@[bad] flags: --unwind 5 -DBAD
//@[known] verdict: safe
//@[known] stats: vcs-left = 0
//@[off] verdict: safe
//@[off] stats: vcs-left >= 3
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
static int cells[10];
int main(void) {
  int x = nondet_int();
  if (x < 0 || x >= 10)
    return 0;
  cells[x] = 1;
  int y = x + 100;
  assert(y >= 100 && y < 110);
#ifdef BAD
  y = x * 300000000; //~[bad] overflow.mul
#endif
  if (x == 3) {
    int sum = 0;
    for (int i = 0; i < x; i++)
      sum += 2;
    assert(sum == 6);
  }
  return y > 100000;
}
