// The clocks of <chrono> of libc++. The time goes on by any amount between two calls.
#include "cxx/llvm/std.hpp"

namespace std {
namespace __1 {
template <long N, long D> struct ratio {};

namespace chrono {
template <class R, class P> class duration {
public:
  R count;
};
template <class C, class D> class time_point {
public:
  D since;
};
class system_clock {
public:
  static time_point<system_clock, duration<long long, ratio<1, 1000000>>> now() noexcept;
};
class steady_clock {
public:
  static time_point<steady_clock, duration<long long, ratio<1, 1000000000>>> now() noexcept;
};

namespace {
long long last_steady;
}

time_point<system_clock, duration<long long, ratio<1, 1000000>>> system_clock::now() noexcept {
  long long time = __cassay_any_llong("system time");
  __cassay_assume(time >= 0);
  return {{time}};
}

time_point<steady_clock, duration<long long, ratio<1, 1000000000>>> steady_clock::now() noexcept {
  long long time = __cassay_any_llong("steady time");
  __cassay_assume(time >= last_steady);
  last_steady = time;
  return {{time}};
}
} // namespace chrono

namespace this_thread {
void sleep_for(const chrono::duration<long long, ratio<1, 1000000000>> &) {}
} // namespace this_thread

} // namespace __1
} // namespace std
