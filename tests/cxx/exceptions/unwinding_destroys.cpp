//! Unwinding destroys what was constructed, in reverse order, and nothing else.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

int trace;

struct Part {
  int digit;
  explicit Part(int digit) : digit(digit) {}
  ~Part() { trace = trace * 10 + digit; }
};

struct Whole {
  Part first;
  Part second;
  explicit Whole(bool fails) : first(1), second(2) {
    Part inner(3);
    if (fails)
      throw 5;
  }
  ~Whole() { trace = trace * 10 + 4; }
};

void build(bool fails) {
  Part outer(6);
  Whole whole(fails);
}

int main() {
  bool fails = __VERIFIER_nondet_int() != 0;
  bool caught = false;
  try {
    build(fails);
  } catch (int number) {
    assert(number == 5);
    caught = true;
  }
  assert(caught == fails);
  // The destructor of a whole that was never complete does not run.
  if (fails)
    assert(trace == 3216);
  else
    assert(trace == 34216);
#ifdef BAD
  assert(trace != 3216); //~[bad] assertion
#endif
}
