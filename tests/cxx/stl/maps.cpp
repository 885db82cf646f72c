//! A map keeps its keys in order, each once.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <map>

int main() {
  std::map<int, int> squares;
  for (int i = 3; i > 0; i--)
    squares[i] = i * i;
  squares.erase(2);
  assert(squares.size() == 2 && squares.count(2) == 0);
  assert(squares.begin()->first == 1 && squares.rbegin()->second == 9);
#ifdef BAD
  // Looking for a key with [] adds it.
  assert(squares[2] == 0 && squares.size() == 2); //~[bad] assertion
#endif
  assert(squares.find(2) == squares.end());
}
