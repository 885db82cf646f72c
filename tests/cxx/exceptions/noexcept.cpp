//! An exception that leaves a function declared `noexcept`, or a destructor during unwinding, ends the program.
//@ revisions: function destructor good
//@ verdict: unsafe
//@[function] flags: -DFUNCTION
//@[destructor] flags: -DDESTRUCTOR
//@[good] verdict: safe
extern "C" int __VERIFIER_nondet_int();

void fail(int n) {
  if (n == 9)
    throw n; //~[function] terminate
}

void careful(int n) noexcept {
#ifdef FUNCTION
  fail(n);
#else
  try {
    fail(n);
  } catch (...) {
  }
#endif
}

struct Guard {
  int n;
  ~Guard() noexcept(false) {
    if (n == 1)
      throw 2; //~[destructor] terminate
  }
};

int main() {
  int n = __VERIFIER_nondet_int();
  careful(n);
#ifdef DESTRUCTOR
  try {
    Guard guard{n};
    throw 3;
  } catch (int) {
  }
#else
  int got = 0;
  try {
    Guard guard{n};
  } catch (int number) {
    got = number;
  }
  if (n == 1 && got != 2)
    __builtin_abort();
#endif
}
