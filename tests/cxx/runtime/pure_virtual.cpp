//! A pure virtual function is called while the base class is constructed.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Shape {
  int cached;
  Shape() : cached(0) {
#ifdef BAD
    update();
#endif
  }
  virtual ~Shape() {}
  virtual int area() const = 0;
  void update() { cached = area(); } //~[bad] pure-virtual
};

struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};

int main() {
  Square square(3);
  square.update();
  assert(square.cached == 9);
}
