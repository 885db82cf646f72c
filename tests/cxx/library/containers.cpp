//! vector, list, map, set, unordered_map and string of the system's library.
//@ revisions: good end bad
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

int main() {
  std::vector<int> numbers{3, 1, 2};
  numbers.push_back(7);
  assert(numbers.size() == 4 && numbers.back() == 7);

  std::list<int> list{1, 2, 3};
  list.push_front(0);
  list.reverse();
  assert(list.front() == 3 && list.back() == 0);
  std::list<int> other{9};
  list.splice(list.begin(), other);
  assert(other.empty() && list.size() == 5);

  std::map<int, int> map;
  for (int key : {5, 2, 8, 1, 9, 3})
    map[key] = key * key;
  map.erase(5);
  int before = 0;
  for (const auto &entry : map) {
    assert(entry.first > before);
    before = entry.first;
  }
  assert(map.size() == 5 && map.at(8) == 64);
  std::set<int> set(numbers.begin(), numbers.end());
  assert(*set.begin() == 1 && *set.rbegin() == 7);

  std::unordered_map<int, int> table;
  table[4] = 1;
  table[40] = 2;
  assert(table.count(4) == 1 && table.count(5) == 0);

  std::string text = "hello";
  text += " world, which is long enough";
  assert(text.find("world") == 6);
#ifdef BAD
  assert(map.count(5) == 1); //~[bad] assertion
#endif
#ifdef END
  assert(0); //~[end] assertion
#endif
}
