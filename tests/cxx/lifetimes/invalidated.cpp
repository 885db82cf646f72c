//! A reference to an element is of no use after the vector has grown.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <vector>

int main() {
  std::vector<int> numbers;
#ifndef BAD
  numbers.reserve(2);
#endif
  numbers.push_back(1);
  int &first = numbers.front();
  numbers.push_back(2);
  first = 3; //~[bad] pointer.freed
  assert(numbers[0] == 3);
}
