//! An exception leaves all activations of a recursive function, each of which is unwound.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" unsigned __VERIFIER_nondet_uint();

unsigned left;

struct Count {
  ~Count() { left++; }
};

void down(unsigned depth) {
  Count count;
  if (depth == 0)
    throw 1u;
  down(depth - 1);
}

int main() {
  unsigned depth = __VERIFIER_nondet_uint() % 5;
  try {
    down(depth);
  } catch (unsigned) {
  }
#ifdef BAD
  assert(left != 4); //~[bad] assertion
#else
  assert(left == depth + 1);
#endif
}
