//! `asm goto` goes to any of its labels, or on; which is not known.
//@ revisions: good open
//@[open] flags: -DOPEN
//@[good] verdict: safe
//@[open] verdict: unknown
//@[open] contains: rests on the unmodelled jump of inline assembly
#include <assert.h>
int main(void) {
  int way = 0;
  __asm__ goto("jmp %l0" : : : : first, second);
  goto end;
first:
  way = 1;
  goto end;
second:
  way = 2;
end:
#ifdef OPEN
  assert(way != 2);
#else
  assert(way >= 0 && way <= 2);
#endif
  return 0;
}
