//! Iterations that only add constants take no time, however many they are.
//@ revisions: bad ok
//@[bad] flags: -DWRONG=1
//@[bad] verdict: unsafe
//@[ok] flags: -DWRONG=0
//@[ok] verdict: safe
#include <assert.h>

static unsigned next(unsigned z) { return z + 2; }

int main(void) {
  unsigned x = 0, turns = 0;
  while (x < 0x0fffffff) {
    unsigned by = 1;
    if (x < 0xfff1)
      x += by;
    else
      x = next(x);
    turns++;
  }
  unsigned wrapped = 10;
  while (wrapped >= 10)
    wrapped += 3;
  assert(turns == 134250488);
  assert(wrapped == 0);
  assert(x == 0x0fffffff + WRONG); //~[bad] assertion
  return 0;
}
