//! Pointers are thrown by value: they convert to pointers to bases and to void, and gain qualifiers.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Left {
  int left;
};
struct Right {
  int right;
};
struct Both : Left, Right {};

Both both;

template <class Caught, class Thrown> Caught round_trip(Thrown *thrown) {
  try {
    throw thrown;
  } catch (Caught caught) {
    return caught;
  } catch (...) {
    return 0;
  }
}

int main() {
  both.left = 1;
  both.right = 2;
  assert(round_trip<Left *>(&both)->left == 1);
  assert(round_trip<Right *>(&both)->right == 2);
  assert(round_trip<const Right *>(&both)->right == 2);
  assert(round_trip<void *>(&both) == &both);
  assert(round_trip<int *>(&both) == 0);
#ifdef BAD
  assert(round_trip<Right *>(&both)->right == 1); //~[bad] assertion
#endif
}
