//! Algorithms write where they are told to, whether or not there is room.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <algorithm>
#include <assert.h>
#include <iterator>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> numbers = {1, 2, 3};
#ifdef BAD
  std::vector<int> odd;
  std::copy_if(numbers.begin(), numbers.end(), odd.begin(), [](int n) { return n % 2; }); //~[bad] pointer.null
#else
  std::vector<int> odd;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(odd), [](int n) { return n % 2; });
#endif
  assert(std::accumulate(odd.begin(), odd.end(), 0) == 4);
  assert(std::none_of(odd.begin(), odd.end(), [](int n) { return n == 2; }));
}
