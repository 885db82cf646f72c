//! typeid of objects and types, and names.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
#include <typeinfo>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};

int main() {
  Derived derived;
  Base &base = derived;
  assert(typeid(base) == typeid(Derived));
  assert(typeid(base) != typeid(Base));
  assert(typeid(int) == typeid(const int));
  assert(typeid(int *) != typeid(const int *));
  assert(strcmp(typeid(int).name(), "i") == 0);
  assert(strcmp(typeid(base).name(), "7Derived") == 0);
#ifdef BAD
  assert(typeid(int) == typeid(long)); //~[bad] assertion
#endif
}
