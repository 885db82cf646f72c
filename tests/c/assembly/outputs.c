//! Outputs of instructions that are not followed have a value that no violation rests on; everything
//! else keeps its own.
//@ revisions: good open bad
//@[open] flags: -DOPEN
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[open] verdict: unknown
//@[open] contains: rests on the unmodelled output of inline assembly
//@[bad] verdict: unsafe
//@ contains: inline assembly
#include <assert.h>
static int other = 3;
int main(void) {
  int a = 1, b = 2, c = 4;
  __asm__ volatile("crc32l %2, %0\n\tmovl %0, %1" : "+r"(a), "=m"(b) : "r"(c));
  assert(c == 4 && other == 3);
#ifdef OPEN
  assert(a != 77 || b != 5);
#endif
#ifdef BAD
  assert(c == 5); //~[bad] assertion
#endif
  return 0;
}
