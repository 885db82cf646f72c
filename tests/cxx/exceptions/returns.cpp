//! A return inside a handler, or inside a try block with something to destroy.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

int destroyed;
struct Guard {
  ~Guard() { destroyed++; }
};

int get(int n) {
  Guard outer;
  try {
    Guard inner;
    if (n == 1)
      throw 1;
    if (n == 2)
      return 20;
  } catch (int number) {
    Guard handler;
    return number * 10;
  }
  return 0;
}

int main() {
  int n = __VERIFIER_nondet_int();
  int got = get(n);
  assert(got == (n == 1 ? 10 : n == 2 ? 20 : 0));
#ifdef BAD
  assert(destroyed == 2); //~[bad] assertion
#else
  assert(destroyed == (n == 1 ? 3 : 2));
#endif
}
