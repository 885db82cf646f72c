//! Barriers and hidden values change nothing.
//@ verdict: safe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = x;
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(x));
  __asm__ volatile("mfence" ::: "memory");
  assert(x == y);
  return 0;
}
