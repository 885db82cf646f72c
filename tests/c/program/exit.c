//! exit and abort end the execution; nothing behind them counts.
//@ revisions: exit abort neither
//@[exit] flags: -DEND=exit(1)
//@[abort] flags: -DEND=abort()
//@[neither] flags: -DEND=(void)0
//@[exit] verdict: safe
//@[abort] verdict: safe
//@[neither] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < 0)
    END;
  assert(x >= 0); //~[neither] assertion
  return 0;
}
