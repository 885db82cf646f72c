// std::call_once of libc++.
#include "cxx/llvm/std.hpp"

extern "C" {
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
}

namespace std {
namespace __1 {

namespace {
const unsigned long not_called = 0, running = 1, done = ~0ul;

void set(volatile unsigned long &flag, unsigned long state) {
  __VERIFIER_atomic_begin();
  flag = state;
  __VERIFIER_atomic_end();
}
} // namespace

// Another thread waits while the function runs. If it throws, the next thread calls it.
void __call_once(volatile unsigned long &flag, void *argument, void (*function)(void *)) {
  __VERIFIER_atomic_begin();
  __cassay_wait(flag != running);
  bool mine = flag == not_called;
  if (mine)
    flag = running;
  __VERIFIER_atomic_end();
  if (!mine)
    return;
  try {
    function(argument);
  } catch (...) {
    set(flag, not_called);
    throw;
  }
  set(flag, done);
}

} // namespace __1
} // namespace std
