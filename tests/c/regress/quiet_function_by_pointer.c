//! What follows the return of a function that is called through a pointer is followed too.
//@ verdict: unsafe
#include <assert.h>

int set_by;

void set(void) { set_by = 1; }

int main(void) {
  void (*volatile pointer)(void) = set;
  pointer();
  assert(set_by == 0); //~ assertion
}
