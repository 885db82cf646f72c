//! Assembly that says it writes memory may write what its operands lead to.
//@ verdict: unsafe
#include <assert.h>
int main(void) {
  int values[3] = {1, 2, 3};
  int kept[3] = {1, 2, 3};
  __asm__ volatile("rep stosl" : : "D"(values) : "memory");
  assert(kept[2] == 3);
  assert(values[2] == 3); //~ assertion
  return 0;
}
