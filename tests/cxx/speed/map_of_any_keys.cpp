//! A map with four keys that are inputs: whatever they are, they come in order.
//@ revisions: good end bad
//@ one-library: searching in the trees of libc++ takes minutes
//@[end] flags: -DEND
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[end] verdict: unsafe
//@[bad] verdict: unsafe
#include <cassert>
#include <map>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
  std::map<int, int> map;
  for (int round = 0; round < 4; round++) {
    int key = __VERIFIER_nondet_int();
    map[key] = round;
  }
  assert(map.size() >= 1 && map.size() <= 4);
  bool first = true;
  int last = 0;
  for (const auto &entry : map) {
#ifdef BAD
    assert(first || entry.second > last); //~[bad] assertion
    last = entry.second;
#else
    assert(first || entry.first > last);
    last = entry.first;
#endif
    first = false;
  }
#ifdef END
  assert(map.size() != 3); //~[end] assertion
#endif
}
