//! A downcast to a class that the object is not of is a violation where the object is used.
//@ revisions: good bad base
//@[good] verdict: safe
//@[bad] flags: -DMADE=Triangle
//@[bad] verdict: unsafe
//@[bad] contains: the object is not of type 'const Circle'
//@[base] flags: -DMADE=Shape
//@[base] verdict: unsafe
#ifndef MADE
#define MADE LargeCircle
#endif
struct Shape {
  virtual ~Shape() {}
  virtual int corners() const { return 0; }
};
struct Circle : Shape {
  int radius = 3;
  int size() const { return radius * 2; }
};
struct LargeCircle : Circle {};
struct Triangle : Shape {
  int corners() const override { return 3; }
};
int size_of(const Shape &shape) {
  return static_cast<const Circle &>(shape).size(); //~[bad] bad-cast
  //~[base]^ bad-cast
}
int main() {
  MADE made;
  return size_of(made) - 6;
}
