//! Calls without a prototype pass what the definition takes; further arguments are dropped.
//@ verdict: safe
#include <assert.h>
int twice();
int narrow(c) char c; { return c; }
int main(void) {
  assert(twice(4, 5) == 8);
  assert(narrow(0x141) == 'A');
  return 0;
}
int twice(int x) { return 2 * x; }
