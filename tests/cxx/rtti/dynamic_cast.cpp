//! dynamic_cast down, across and to void, with ambiguous, private and virtual bases.
//@ revisions: good end down cross ambiguous hidden
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[down] flags: -DDOWN
//@[down] verdict: unsafe
//@[cross] flags: -DCROSS
//@[cross] verdict: unsafe
//@[ambiguous] flags: -DAMBIGUOUS
//@[ambiguous] verdict: unsafe
//@[hidden] flags: -DHIDDEN
//@[hidden] verdict: unsafe
#include <assert.h>

struct A {
  virtual ~A() {}
  int a = 1;
};
struct B {
  virtual ~B() {}
  int b = 2;
};
struct C : A, B {
  int c = 3;
};
// Two subobjects A.
struct L : A {};
struct R : A {};
struct Two : L, R {};
// One subobject A.
struct VL : virtual A {};
struct VR : virtual A {};
struct One : VL, VR {
  int d = 4;
};
struct Hides : A, private B {
  B *inside() { return this; }
};

int main() {
  C c;
  A *a = &c;
  B *b = &c;
  assert(dynamic_cast<C *>(a) == &c);
  assert(dynamic_cast<C *>(b) == &c);
  assert(dynamic_cast<B *>(a) == b);
  assert(dynamic_cast<A *>(b)->a == 1);
  assert(dynamic_cast<void *>(b) == &c);
  A plain;
#ifdef DOWN
  assert(dynamic_cast<C *>(&plain)); //~[down] assertion
#else
  assert(!dynamic_cast<C *>(&plain));
#endif
#ifdef CROSS
  assert(!dynamic_cast<B *>(a)); //~[cross] assertion
#endif

  Two two;
  L *l = &two;
  R *r = &two;
  A *first = l;
  assert(dynamic_cast<R *>(l) == r);
  assert(dynamic_cast<Two *>(first) == &two);
  assert(dynamic_cast<L *>(first) == l);
  assert(dynamic_cast<L *>(static_cast<A *>(r)) == l);
#ifdef AMBIGUOUS
  assert(!dynamic_cast<R *>(first)); //~[ambiguous] assertion
#endif

  One one;
  VL *vl = &one;
  A *top = &one;
  assert(dynamic_cast<VR *>(vl) == &one);
  assert(dynamic_cast<One *>(top)->d == 4);

  Hides hides;
  A *outside = &hides;
  assert(dynamic_cast<Hides *>(outside) == &hides);
  assert(!dynamic_cast<A *>(hides.inside()));
#ifdef HIDDEN
  assert(dynamic_cast<B *>(outside)); //~[hidden] assertion
#else
  assert(!dynamic_cast<B *>(outside));
#endif
#ifdef END
  assert(0); //~[end] assertion
#endif
}
