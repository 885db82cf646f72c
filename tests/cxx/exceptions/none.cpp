//! A program in C++ that throws nothing.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Counter {
  int value;
  Counter() : value(0) {}
  void up(int by) { value += by; }
};

int main() {
  Counter counter;
  counter.up(2);
  counter.up(3);
#ifdef BAD
  assert(counter.value == 4); //~[bad] assertion
#else
  assert(counter.value == 5);
#endif
}
