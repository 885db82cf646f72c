//! A reference to a local variable is of no use after the function has returned.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int &next() {
#ifndef BAD
  static
#endif
  int count = 0;
  int &result = count;
  result++;
  return result;
}

int main() {
  int &count = next();
  assert(count == 1); //~[bad] pointer.expired
}
