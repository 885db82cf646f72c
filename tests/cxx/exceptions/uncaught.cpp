//! An exception that no handler catches ends the program.
//@ revisions: main constructor caught
//@ verdict: unsafe
//@[main] flags: -DMAIN
//@[constructor] flags: -DCONSTRUCTOR
//@[caught] verdict: safe
extern "C" int __VERIFIER_nondet_int();

struct Failure {};

struct Global {
  Global() {
#ifdef CONSTRUCTOR
    if (__VERIFIER_nondet_int() == 3)
      throw Failure(); //~[constructor] uncaught-exception
#endif
  }
};
Global global;

void work(int n) {
  if (n == 4)
    throw Failure(); //~[main] uncaught-exception
}

int main() {
  int n = __VERIFIER_nondet_int();
#ifdef MAIN
  work(n);
#else
  try {
    work(n);
  } catch (Failure &) {
  }
#endif
}
