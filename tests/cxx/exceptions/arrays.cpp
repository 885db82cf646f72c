//! If the constructor of an element throws, the elements before it are destroyed, and their memory is freed.
//@ revisions: good bad
//@ flags: --memory-leak-check
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

int made, gone, fails;

struct Element {
  Element() {
    if (made == fails)
      throw made;
    made++;
  }
  ~Element() { gone++; }
};

int main() {
  fails = __VERIFIER_nondet_int();
  bool caught = false;
  try {
    Element *elements = new Element[3];
    delete[] elements;
  } catch (int number) {
    caught = true;
    assert(number == fails);
  }
  assert(gone == made);
  assert(caught == (fails >= 0 && fails < 3));
#ifdef BAD
  assert(made != 2); //~[bad] assertion
#endif
}
