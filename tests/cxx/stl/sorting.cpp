//! Sorting orders what it is given.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <algorithm>
#include <array>
#include <assert.h>

extern "C" int nondet_int();

int main() {
  std::array<int, 3> numbers = {nondet_int(), nondet_int(), nondet_int()};
#ifdef BAD
  std::sort(numbers.begin(), numbers.end() - 1);
#else
  std::sort(numbers.begin(), numbers.end());
#endif
  assert(numbers[0] <= numbers[1]);
  assert(numbers[1] <= numbers[2]); //~[bad] assertion
}
