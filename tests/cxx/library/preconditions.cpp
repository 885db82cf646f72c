//! Preconditions of containers are checked, and functions that check themselves throw.
//@ revisions: good index empty uncaught
//@[good] verdict: safe
//@[index] flags: -DINDEX
//@[index] verdict: unsafe
//@[empty] flags: -DEMPTY
//@[empty] verdict: unsafe
//@[uncaught] flags: -DUNCAUGHT
//@[uncaught] verdict: unsafe
#include <assert.h>
#include <stdexcept>
#include <string.h>
#include <vector>

#ifdef _LIBCPP_VERSION
#define MESSAGE "vector"
#else
#define MESSAGE "vector::_M_range_check: __n (which is 3)"
#endif

int at(const std::vector<int> &numbers, int index) {
#ifdef INDEX
  return numbers[index]; //~[index] library-call
#else
  return numbers.at(index); //~[uncaught] uncaught-exception
#endif
}

int main() {
  std::vector<int> numbers(3, 1);
#if defined INDEX || defined UNCAUGHT
  return at(numbers, 3);
#endif
  int result = 0;
  try {
    result = at(numbers, 3);
  } catch (const std::out_of_range &error) {
    result = 5;
    assert(strncmp(error.what(), MESSAGE, sizeof MESSAGE - 1) == 0);
  }
  assert(result == 5);
  numbers.clear();
#ifdef EMPTY
  numbers.pop_back(); //~[empty] library-call
#endif
}
