//! A call through a pointer may throw, depending on the object.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

struct Shape {
  virtual int area() const = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
};
struct Broken : Shape {
  int area() const override { throw 'x'; }
};

int total(const Shape &a, const Shape &b) { return a.area() + b.area(); }

int main() {
  Square square(3);
  Broken broken;
  bool both = __VERIFIER_nondet_int() != 0;
  const Shape &second = both ? static_cast<const Shape &>(square) : broken;
  int got = 0;
  try {
    got = total(square, second);
  } catch (char) {
    got = -1;
  }
#ifdef BAD
  assert(got == 18); //~[bad] assertion
#else
  assert(got == (both ? 18 : -1));
#endif
}
