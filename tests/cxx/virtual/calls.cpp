//! The function of the object's own class is called, also after a choice that depends on an input.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

extern "C" int nondet_int();

struct Operation {
  virtual int apply(int x) const = 0;
  virtual ~Operation() {}
};
struct Increment : Operation {
  int apply(int x) const override { return x + 1; }
};
struct Divide : Operation {
  int by;
  Divide(int n) : by(n) {}
  int apply(int x) const override { return x / by; } //~[bad] division-by-zero
};

int main() {
  Increment increment;
#ifdef BAD
  Divide divide(nondet_int());
#else
  Divide divide(2);
#endif
  const Operation *operations[] = {&increment, &divide};
  int choice = nondet_int();
  if (choice != 0 && choice != 1)
    return 0;
  int result = operations[choice]->apply(10);
  assert(result == (choice ? 10 / divide.by : 11));
}
