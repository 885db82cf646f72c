//! While a base is constructed or destroyed, the object is one of the base.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int first, last;

struct Base {
  Base() { first = kind(); }
  virtual ~Base() { last = kind(); }
  virtual int kind() { return 1; }
};
struct Derived : Base {
  int kind() override { return 2; }
};

int main() {
  {
    Derived object;
    Base &base = object;
    assert(base.kind() == 2);
  }
#ifdef BAD
  assert(first == 2); //~[bad] assertion
#endif
  assert(first == 1 && last == 1);
}
