//! A cast of a reference that fails throws std::bad_cast; typeid of a null pointer's object std::bad_typeid.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <typeinfo>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  int x = 1;
};

int main() {
  int caught = 0;
  Base base;
  try {
    Derived &derived = dynamic_cast<Derived &>(base);
    caught = derived.x;
  } catch (const std::bad_cast &error) {
    caught = error.what()[5] == 'b' ? 10 : 0;
  }
  assert(caught == 10);
  Base *none = nullptr;
  try {
    caught = typeid(*none) == typeid(Base);
  } catch (std::bad_typeid &) {
    caught = 20;
  }
#ifdef BAD
  assert(caught != 20); //~[bad] assertion
#else
  assert(caught == 20);
#endif
}
