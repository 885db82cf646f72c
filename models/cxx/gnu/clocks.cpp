// The clocks of <chrono>. The time goes on by any amount between two calls.
#include "cxx/std.hpp"

namespace std {
namespace chrono {

template <class R, class P> struct duration {
  R count;
};
template <class C, class D> struct time_point {
  D since;
};
inline namespace _V2 {
struct system_clock {
  static time_point<system_clock, duration<long long, int>> now() noexcept;
};
struct steady_clock {
  static time_point<steady_clock, duration<long long, int>> now() noexcept;
};
} // namespace _V2

namespace {
long long last_steady;
}

time_point<system_clock, duration<long long, int>> system_clock::now() noexcept {
  long long time = __cassay_any_llong("system time");
  __cassay_assume(time >= 0);
  return {{time}};
}

time_point<steady_clock, duration<long long, int>> steady_clock::now() noexcept {
  long long time = __cassay_any_llong("steady time");
  __cassay_assume(time >= last_steady);
  last_steady = time;
  return {{time}};
}

} // namespace chrono
} // namespace std
