//! A function without a body could do anything to what it is given: no proof without it.
//@ verdict: unknown
//@ contains: changes_things
#include <assert.h>
void changes_things(int *);
int main(void) {
  int x = 3;
  changes_things(&x);
  assert(x * 0 == 0);
  return 0;
}
