//! What is read from cin is any value, or nothing.
//@ revisions: good any failure
//@[good] verdict: safe
//@[any] flags: -DANY
//@[any] verdict: unsafe
//@[failure] flags: -DFAILURE
//@[failure] verdict: unsafe
#include <assert.h>
#include <iostream>

int main() {
  int x = 7;
  if (std::cin >> x) {
#ifdef ANY
    assert(x != 1234); //~[any] assertion
#endif
    x = 0;
  } else {
    assert(std::cin.fail());
#ifdef FAILURE
    assert(x == 7); //~[failure] assertion
#endif
    x = 0;
  }
  assert(x == 0);
}
