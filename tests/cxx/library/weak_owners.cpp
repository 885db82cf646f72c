//! Weak owners become shared ones, or do not, when the object is gone.
//@ revisions: good end bad
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <memory>

struct Self : std::enable_shared_from_this<Self> {
  int value = 3;
  std::shared_ptr<Self> me() { return shared_from_this(); }
};

int main() {
  auto first = std::make_shared<Self>();
  std::weak_ptr<Self> watch = first;
  auto second = first->me();
  assert(first.use_count() == 2 && second == first);
  if (auto locked = watch.lock())
    locked->value = 4;
  assert(second->value == 4);
  first.reset();
  assert(!watch.expired());
#ifndef BAD
  second.reset();
#endif
  auto gone = watch.lock();
  assert(!gone); //~[bad] assertion
#ifdef END
  assert(0); //~[end] assertion
#endif
}
