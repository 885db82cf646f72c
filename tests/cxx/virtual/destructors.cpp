//! An object is deleted through a base whose destructor is virtual.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int destroyed;

struct Base {
#ifndef BAD
  virtual
#endif
      ~Base() {
    destroyed++;
  }
};
struct Derived : Base {
  int content[4] = {};
  ~Derived() { destroyed++; }
};

int main() {
  Base *object = new Derived;
  delete object; //~[bad] free.size
  assert(destroyed == 2);
}
