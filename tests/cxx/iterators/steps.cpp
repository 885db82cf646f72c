//! No step leads behind the end, and a step back from it leads to the last element.
//@ revisions: good tree list
//@ verdict: safe
//@[tree] flags: -DTREE
//@[tree] verdict: unsafe
//@[list] flags: -DLIST
//@[list] verdict: unsafe
#include <assert.h>
#include <iterator>
#include <list>
#include <map>
#include <string>

int main() {
  std::map<std::string, int> ages{{"anna", 30}, {"berta", 40}};
  auto oldest = ages.end();
#ifdef TREE
  ++oldest; //~[tree] iterator
#endif
  --oldest;
  assert(oldest->first == "berta");
  assert(std::next(ages.begin(), 2) == ages.end());

  std::list<int> numbers{1, 2, 3};
  int sum = 0;
  for (auto it = numbers.begin(); it != numbers.end();) {
    sum += *it;
#ifdef LIST
    std::advance(it, 2); //~[list] iterator
#else
    std::advance(it, 1);
#endif
  }
  assert(sum == 6 && *numbers.rbegin() == 3);
}
