//! Outputs of assembly may have any value; everything else keeps its own.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@ contains: inline assembly
#include <assert.h>
static int other = 3;
int main(void) {
  int a = 1, b = 2, c = 4;
  __asm__ volatile("mul %2" : "=r"(a), "=m"(b) : "r"(c));
  assert(c == 4 && other == 3);
#ifdef BAD
  assert(a != 77 || b != 5); //~[bad] assertion
#endif
  return 0;
}
