//! Static variables of functions are initialised once, when control first reaches them, and destroyed in reverse.
//@ revisions: good bad recursive
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[recursive] flags: -DRECURSIVE
//@[recursive] verdict: unsafe
#include <assert.h>
#include <stdlib.h>

int log_[8], count;

struct Noisy {
  int number;
  explicit Noisy(int n) : number(n) { log_[count++] = n; }
  ~Noisy() {
    log_[count++] = -number;
#ifndef BAD
    if (number == 1)
      assert(count == 6 && log_[2] == 3 && log_[3] == -3 && log_[4] == -2 && log_[5] == -1);
#else
    assert(number != 2); //~[bad] assertion
#endif
  }
};

Noisy global(1);

int use(int n) {
  static Noisy local(n);
  return local.number;
}

int twice(int n) {
#ifdef RECURSIVE
  static int value = n > 0 ? twice(n - 1) : 0; //~[recursive] library-call
#else
  static int value = n;
#endif
  return value;
}

int main() {
  assert(count == 1);
  assert(use(2) == 2);
  assert(use(5) == 2);
  static Noisy last(3);
  assert(twice(1) == 1 || count == 0);
}
