//! A virtual base is shared and constructed once, by the class of the object.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int made;

struct Base {
  int value;
  Base(int v) : value(v) { made++; }
};
#ifdef BAD
struct Left : Base {
#else
struct Left : virtual Base {
#endif
  Left() : Base(1) {}
};
struct Right : virtual Base {
  Right() : Base(2) {}
};
struct Both : Left, Right {
  Both() : Base(3) {}
  int left() { return Left::value; }
  int right() { return Right::value; }
};

int main() {
  Both both;
  both.Right::value = 7;
  assert(both.left() == both.right()); //~[bad] assertion
  assert(made == 1);
}
