//! A pointer to a second base is moved, also back, and null stays null.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct First {
  int a = 1;
};
struct Second {
  int b = 2;
};
struct Both : First, Second {
  int c = 3;
};

int main() {
  Both both;
  Second *second = &both;
  assert(second->b == 2);
  assert(static_cast<Both *>(second)->c == 3);
  Both *none = nullptr;
  Second *still = none;
  assert(still == nullptr);
#ifdef BAD
  Both *wrong = reinterpret_cast<Both *>(second);
  return wrong->c; //~[bad] pointer.bounds
#endif
}
