//! The array behind a list of initialisers lives as long as the object that it initialises, no longer than its scope.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <initializer_list>
#include <vector>

#ifdef BAD
std::initializer_list<int>
#else
std::vector<int>
#endif
numbers(int n) {
  std::initializer_list<int> list = {n, n + 1, n + 2};
  return list;
}

int main() {
  int sum = 0;
  for (int number : numbers(1)) //~[bad] pointer.expired
    sum += number;
  assert(sum == 6);
}
