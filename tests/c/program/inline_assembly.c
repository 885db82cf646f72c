//! Inline assembly is named and keeps the verdict from being safe.
//@ verdict: unknown
//@ contains: assembly
#include <assert.h>
int main(void) {
  int x = 1;
  __asm__("addl $1, %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
