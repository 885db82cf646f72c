//! Packs of arguments: folds, recursion and perfect forwarding.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <tuple>
#include <utility>

extern "C" int nondet_int();

template <class... T> int sum(T... numbers) { return (0 + ... + numbers); } //~[bad] overflow.add

int kind(int &) { return 1; }
int kind(int &&) { return 2; }
template <class... T> auto kinds(T &&...values) { return std::make_tuple(kind(std::forward<T>(values))...); }

int main() {
  int n = nondet_int();
#ifndef BAD
  if (n > 1000 || n < -1000)
    return 0;
#endif
  assert(sum(n, 1, 2) - n == 3);
  assert(sum() == 0);
  assert(kinds(n, 4, std::move(n)) == std::make_tuple(1, 2, 2));
}
