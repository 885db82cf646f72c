//! A function without a body returns anything: the assumption is named, and is no excuse.
//@ verdict: unsafe
//@ contains: unknown_function
#include <assert.h>
int unknown_function(void);
int main(void) {
  int x = unknown_function();
  assert(x != 5); //~ assertion
  return 0;
}
