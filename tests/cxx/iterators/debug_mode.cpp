//! The debug mode of the library knows iterators that have become invalid.
//@ revisions: good grown erased other compared
//@ one-library: only libstdc++ has this mode
//@ flags: -D_GLIBCXX_DEBUG
//@ verdict: safe
//@[grown] flags: -DGROWN
//@[grown] verdict: unsafe
//@[grown] contains: precondition of `operator*`
//@[erased] flags: -DERASED
//@[erased] verdict: unsafe
//@[other] flags: -DOTHER
//@[other] verdict: unsafe
//@[compared] flags: -DCOMPARED
//@[compared] verdict: unsafe
#include <algorithm>
#include <assert.h>
#include <map>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2};
  numbers.reserve(4);
  auto first = numbers.begin();
  numbers.push_back(3);
  assert(*first == 1);
#ifdef GROWN
  numbers.push_back(4);
  auto end = numbers.end();
  numbers.pop_back();
  --end;
  return *end; //~[grown] library-call
#endif

  std::map<int, int> map{{1, 2}, {3, 4}};
  auto second = map.find(3);
#ifdef ERASED
  map.erase(3);
  return second->second; //~[erased] library-call
#endif
  map.erase(1);
  assert(second->second == 4);

  std::vector<int> others{1, 2};
#ifdef OTHER
  others.insert(numbers.begin(), 0); //~[other] library-call
#endif
#ifdef COMPARED
  return numbers.begin() == others.begin(); //~[compared] library-call
#endif
  others.insert(others.begin(), 0);
  std::sort(others.begin(), others.end());
  assert(others.front() == 0);
}
