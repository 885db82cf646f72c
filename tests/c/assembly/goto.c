//! `asm goto` goes to any of its labels, or on.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
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
#ifdef BAD
  assert(way != 2); //~[bad] assertion
#else
  assert(way >= 0 && way <= 2);
#endif
  return 0;
}
