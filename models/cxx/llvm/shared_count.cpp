// The counts of owners of std::shared_ptr. Every count is one less than the number of owners.
#include "cxx/llvm/std.hpp"

extern "C" {
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
}

namespace std {
class type_info;

namespace __1 {

__shared_count::~__shared_count() {}

class __shared_weak_count : public __shared_count {
public:
  long observers;
  virtual ~__shared_weak_count();
  __shared_weak_count *lock() noexcept;
  void __release_weak() noexcept;
  virtual const void *__get_deleter(const type_info &) const noexcept;
  virtual void __on_zero_shared_weak() noexcept = 0;
};

__shared_weak_count::~__shared_weak_count() {}
const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

void __shared_weak_count::__release_weak() noexcept {
  if (__atomic_fetch_sub(&observers, 1, __ATOMIC_ACQ_REL) == 0)
    __on_zero_shared_weak();
}

// One more owner, unless there is none.
__shared_weak_count *__shared_weak_count::lock() noexcept {
  __VERIFIER_atomic_begin();
  bool alive = owners != -1;
  if (alive)
    owners++;
  __VERIFIER_atomic_end();
  return alive ? this : nullptr;
}

} // namespace __1
} // namespace std
