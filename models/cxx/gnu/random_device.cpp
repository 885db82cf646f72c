// std::random_device: any numbers.
#include "cxx/std.hpp"

namespace std {
class random_device {
public:
  void _M_init(const string &);
  void _M_init(const char *, size_t);
  void _M_fini();
  unsigned _M_getval();
};
void random_device::_M_init(const string &) {}
void random_device::_M_init(const char *, size_t) {}
void random_device::_M_fini() {}
unsigned random_device::_M_getval() { return __cassay_any_uint("random number"); }
} // namespace std
