//! A pointer survives the way through an integer of its size.
//@ verdict: safe
#include <assert.h>
#include <stdint.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  uintptr_t u = (uintptr_t)&a[1];
  int *p = (int *)u;
  assert(*p == 2);
  return 0;
}
