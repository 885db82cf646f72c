//! A smart pointer that was moved from is null.
//@ revisions: good unique shared
//@[unique] one-library: libc++ has no such precondition, and the null pointer itself is the violation
//@[shared] one-library: the same
//@ verdict: safe
//@[unique] flags: -DUNIQUE
//@[unique] verdict: unsafe
//@[shared] flags: -DSHARED
//@[shared] verdict: unsafe
#include <assert.h>
#include <memory>
#include <utility>

int main() {
  std::unique_ptr<int> one(new int(1));
  std::unique_ptr<int> other = std::move(one);
  std::shared_ptr<int> many = std::make_shared<int>(2);
  std::shared_ptr<int> moved = std::move(many);
  assert(!one && !many);
  assert(*other + *moved == 3);
#ifdef UNIQUE
  return *one; //~[unique] library-call
#elif defined SHARED
  return *many; //~[shared] library-call
#endif
}
