//! Without the option a variable that was never written has any value.
//@ revisions: unasked any
//@[unasked] verdict: safe
//@[any] verdict: unsafe
//@[any] flags: -DANY
#include <assert.h>
int main(void) {
  int x;
  int y = x;
#ifdef ANY
  assert(y != 12); //~[any] assertion
#endif
  return 0;
}
