//! Assembly that says it writes memory may write what its operands lead to.
//@ verdict: unknown
//@ contains: rests on the unmodelled memory written by inline assembly
#include <assert.h>
int main(void) {
  int values[3] = {1, 2, 3};
  int kept[3] = {1, 2, 3};
  __asm__ volatile("rep stosl" : : "D"(values) : "memory");
  assert(kept[2] == 3);
  assert(values[2] == 3);
  return 0;
}
