//! A program that replaces operator new and operator delete gets its own in all forms that forward to them.
//@ revisions: good bad
//@ flags: --force-malloc-success
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: AddressSanitizer brings forms of operator new of its own
#include <assert.h>
#include <new>
#include <stdlib.h>

int made, freed;

void *operator new(size_t size) {
  made++;
  return malloc(size);
}

void operator delete(void *object) noexcept {
  freed++;
  free(object);
}

struct Point {
  int x, y;
};

int main() {
  Point *p = new Point;
  Point *q = new Point[2];
  Point *r = new (std::nothrow) Point;
  assert(made == 3);
  delete p;
  delete[] q;
  delete r;
#ifdef BAD
  assert(freed == 1); //~[bad] assertion
#else
  assert(freed == 3);
#endif
}
