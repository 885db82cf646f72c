//! An object that is copied into one of its base is no longer what it was.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Shape {
  virtual ~Shape() {}
  virtual int corners() const { return 0; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};

#ifdef BAD
int count(Shape shape)
#else
int count(const Shape &shape)
#endif
{
  return shape.corners();
}

int main() {
  Square square;
  assert(count(square) == 4); //~[bad] assertion
}
