//! `throw` without an operand throws the same object again, with the type that it was thrown with.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

struct Base {
  int value;
};
struct Derived : Base {
  int more;
};

void thrower(bool derived) {
  if (derived) {
    Derived thrown;
    thrown.value = 1;
    thrown.more = 2;
    throw thrown;
  }
  throw Base{1};
}

void again(bool derived) {
  try {
    thrower(derived);
  } catch (Base &base) {
    base.value += 10;
    throw;
  }
}

int main() {
  bool derived = __VERIFIER_nondet_int() != 0;
  int got = 0;
  try {
    again(derived);
  } catch (Derived &found) {
    got = found.value + found.more;
  } catch (Base &found) {
    got = found.value;
  }
#ifdef BAD
  assert(got == 11); //~[bad] assertion
#else
  assert(got == (derived ? 13 : 11));
#endif
}
