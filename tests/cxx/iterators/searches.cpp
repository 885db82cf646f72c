//! A search that finds nothing returns the end, which leads to no element.
//! In memory it leads to the container itself, which can be read.
//@ revisions: good map set list hash off
//@[off] one-library: the end of a set of libc++ has no room for a value, so that reading it is out of bounds
//@ verdict: safe
//@[map] flags: -DMAP
//@[map] verdict: unsafe
//@[map] contains: iterator at the end of its container used
//@[set] flags: -DSET
//@[set] verdict: unsafe
//@[list] flags: -DLIST
//@[list] verdict: unsafe
//@[hash] flags: -DHASH
//@[hash] verdict: unsafe
//@[off] flags: -DSET --no-iterator-check
#include <algorithm>
#include <assert.h>
#include <list>
#include <map>
#include <set>
#include <unordered_map>

int main() {
  std::map<int, int> squares{{1, 1}, {2, 4}};
  assert(squares.find(2)->second == 4);
#ifdef MAP
  return squares.find(3)->second; //~[map] iterator
#endif

  std::set<int> numbers{4, 5};
  numbers.erase(4);
#ifdef SET
  numbers.erase(5);
  return *numbers.begin(); //~[set] iterator
#endif
  assert(*numbers.begin() == 5 && *numbers.rbegin() == 5);

  std::list<int> list{6, 7};
  auto found = std::find(list.begin(), list.end(), 7);
  assert(*found == 7);
#ifdef LIST
  found = std::find(list.begin(), list.end(), 8);
  return *found; //~[list] iterator
#endif

  std::unordered_map<int, int> roots{{9, 3}};
#ifdef HASH
  return roots.find(8)->second; //~[hash] iterator
#endif
  assert(roots.find(9)->second == 3 && roots.find(8) == roots.end());
}
