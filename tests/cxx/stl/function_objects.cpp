//! A function object without a function throws when it is called.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <functional>

int call(const std::function<int(int)> &function, int x) { return function(x); } //~[bad] uncaught-exception

int main() {
  int offset = 2;
  std::function<int(int)> add = [offset](int x) { return x + offset; };
  assert(call(add, 1) == 3);
  std::function<int(int)> none;
#ifdef BAD
  return call(none, 1);
#endif
  none = [](int x) { return -x; };
  assert(call(none, 1) == -1);
}
