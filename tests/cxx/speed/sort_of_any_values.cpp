//! Six inputs are sorted, in an array and in a vector.
//@ revisions: array vector end bad
//@[vector] flags: -DVECTOR
//@[end] flags: -DEND
//@[bad] flags: -DBAD
//@[array] verdict: safe
//@[vector] verdict: safe
//@[end] verdict: unsafe
//@[bad] verdict: unsafe
#include <algorithm>
#include <cassert>
#include <vector>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
  const int count = 6;
#ifdef VECTOR
  std::vector<int> values(count);
#else
  int values[count];
#endif
  for (int &value : values)
    value = __VERIFIER_nondet_int();
  std::sort(std::begin(values), std::end(values));
  for (int place = 1; place < count; place++)
#ifdef BAD
    assert(values[place - 1] < values[place]); //~[bad] assertion
#else
    assert(values[place - 1] <= values[place]);
#endif
#ifdef END
  assert(values[0] == values[5]); //~[end] assertion
#endif
}
