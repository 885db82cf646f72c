//! Every property is decided, also those behind a violated one.
//@ flags: --multi-property
//@ verdict: unsafe
//@ contains: violated
#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  assert(x != 1); //~ assertion
  assert(x != 2); //~ assertion
  if (x < 10)
    assert(x < 11);
  assert(x != 1);
  return 0;
}
