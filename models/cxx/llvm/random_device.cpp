// std::random_device of libc++: any numbers.
#include "cxx/llvm/std.hpp"

namespace std {
namespace __1 {
class random_device {
public:
  int file;
  explicit random_device(const string &);
  ~random_device();
  unsigned operator()();
  double entropy() const noexcept;
};
random_device::random_device(const string &) : file(0) {}
random_device::~random_device() {}
unsigned random_device::operator()() { return __cassay_any_uint("random number"); }
double random_device::entropy() const noexcept { return 32; }
} // namespace __1
} // namespace std
