//! A vector that is filled where inputs say so: six conditional insertions are decided in seconds.
//@ revisions: good end bad
//@[end] flags: -DEND
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[end] verdict: unsafe
//@[bad] verdict: unsafe
#include <cassert>
#include <vector>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
  std::vector<int> values;
  unsigned count = 0;
  for (int round = 0; round < 6; round++) {
    int value = __VERIFIER_nondet_int();
    if (value > 0) {
      values.push_back(value);
      count++;
    }
  }
  assert(values.size() == count);
  for (int value : values)
    assert(value > 0);
#ifdef BAD
  assert(values[4] > 0); //~[bad] library-call
#endif
#ifdef END
  assert(count != 5); //~[end] assertion
#endif
}
