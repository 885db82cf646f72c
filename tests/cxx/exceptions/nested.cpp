//! Exceptions inside handlers: the inner one is handled first, and the outer one can still be thrown again.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct A {
  int value;
};
struct B {
  int value;
};

int inner() {
  try {
    throw B{2};
  } catch (B &b) {
    return b.value;
  }
}

int outer() {
  try {
    try {
      throw A{1};
    } catch (A &a) {
      int got = inner();
      assert(a.value == 1);
      a.value += got;
      throw;
    }
  } catch (A &a) {
    return a.value;
  }
}

int replaced() {
  try {
    try {
      throw A{4};
    } catch (A &a) {
      throw B{a.value + 1};
    }
  } catch (B &b) {
    return b.value;
  }
}

int main() {
  assert(outer() == 3);
#ifdef BAD
  assert(replaced() == 4); //~[bad] assertion
#else
  assert(replaced() == 5);
#endif
}
