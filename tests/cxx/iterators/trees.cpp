//! Nodes stay nodes when trees are copied, moved, swapped, merged and taken apart.
//@ revisions: good bad
//@ flags: -std=c++17
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <map>
#include <set>
#include <utility>

int sum(const std::set<int> &set) {
  int sum = 0;
  for (int number : set)
    sum += number;
  return sum;
}

int main() {
  std::set<int> a{5, 1, 4, 2, 3}, b{7, 6};
  std::set<int> copy = a;
  assert(sum(copy) == 15);
  std::set<int> moved = std::move(copy);
  moved.swap(b);
  assert(sum(moved) == 13 && sum(b) == 15);
  a.merge(moved);
  assert(sum(a) == 28 && *--a.end() == 7);
  for (auto it = a.begin(); it != a.end();)
    it = *it % 2 ? a.erase(it) : std::next(it);
  assert(sum(a) == 12);
  auto node = a.extract(4);
  b.insert(std::move(node));
  assert(b.count(4) == 1 && sum(a) == 8);
  a.clear();
  assert(a.begin() == a.end());
#ifdef BAD
  return *a.begin(); //~[bad] iterator
#endif
}
