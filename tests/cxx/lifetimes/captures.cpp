//! A lambda that outlives what it captured by reference.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <functional>

std::function<int()> counter(int start) {
#ifdef BAD
  return [&start] { return ++start; }; //~[bad] pointer.expired
#else
  return [start]() mutable { return ++start; };
#endif
}

int main() {
  std::function<int()> next = counter(4);
  assert(next() == 5);
}
