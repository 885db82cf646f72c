//! A violation inside of a header is shown at the user's line, with the header's function below it.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: inside std::vector<int>::operator[] (stl_vector.h:
//@[bad] contains: squares = {0, 1, 4}
//@[bad] lacks: _M_start
#include <vector>
unsigned nondet_uint();
int pick(const std::vector<int> &values, unsigned at) {
  return values[at]; //~[bad] library-call
}
int main() {
  std::vector<int> squares;
  for (int i = 0; i < 3; i++) squares.push_back(i * i);
  unsigned at = nondet_uint();
#ifndef BAD
  if (at >= squares.size()) return 0;
#endif
  return pick(squares, at) > 4;
}
