//! The invalid instruction ends the execution; what comes behind it is never reached.
//@ verdict: safe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x == 3) {
    __asm__ volatile("ud2");
    __builtin_unreachable();
  }
  assert(x != 3);
  return 0;
}
