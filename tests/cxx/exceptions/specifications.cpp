//! An exception that a dynamic exception specification does not list ends the program.
//@ revisions: listed other none
//@ flags: -std=c++98
//@ verdict: unsafe
//@ unseen: the stack is unwound before std::unexpected is called
//@[listed] flags: -DLISTED
//@[listed] verdict: safe
//@[none] flags: -DNONE
#include <assert.h>

void thrower(int n) throw(int) {
#ifdef LISTED
  throw n;
#else
  throw 'x'; //~[other] terminate
#endif
}

void nothing(int n) throw() {
#ifdef NONE
  throw n; //~[none] terminate
#endif
}

int main() {
  int got = 0;
  nothing(1);
  try {
    thrower(4);
  } catch (int number) {
    got = number;
  }
  assert(got == 4);
}
