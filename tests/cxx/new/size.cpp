//! An object is deleted through a base class only if its destructor is virtual.
//@ revisions: good end bad
//@[good] flags: -DVIRTUAL
//@[good] verdict: safe
//@[end] flags: -DVIRTUAL -DEND
//@[end] verdict: unsafe
//@[bad] verdict: unsafe
#include <assert.h>

int destroyed;

struct Base {
  int a;
#ifdef VIRTUAL
  virtual ~Base() { destroyed++; }
#endif
};

struct Derived : Base {
  int b[4];
#ifdef VIRTUAL
  ~Derived() { destroyed += 10; }
#endif
};

int main() {
  Base *base = new Derived;
  base->a = 1;
  delete base; //~[bad] free.size
#ifdef VIRTUAL
  assert(destroyed == 11);
#endif
#ifdef END
  assert(0); //~[end] assertion
#endif
}
