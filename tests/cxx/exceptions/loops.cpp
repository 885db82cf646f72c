//! Exceptions leave loops, and iterations of them.
//@ revisions: good bad
//@ verdict: safe
//@ flags: --unwind 8
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

struct Odd {};
struct Stop {
  int at;
};

void step(int bits, int i) {
  if (i == 5)
    throw Stop{i};
  if (bits >> i & 1)
    throw Odd();
}

int main() {
  int bits = __VERIFIER_nondet_int();
  int odd = 0, even = 0, at = -1;
  try {
    for (int i = 0; i < 7; i++) {
      try {
        step(bits, i);
        even++;
      } catch (Odd &) {
        odd++;
        continue;
      }
    }
  } catch (Stop &stop) {
    at = stop.at;
  }
  assert(at == 5);
  assert(odd + even == 5);
#ifdef BAD
  assert(odd < 5); //~[bad] assertion
#endif
}
