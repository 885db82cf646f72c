// Exception classes that are only named: nested ones, and those of other languages.
#include "cxx/std.hpp"

extern "C" void _ZNSt15__exception_ptr13exception_ptrD1Ev(void *);

namespace std {
class nested_exception {
  void *inner;

public:
  virtual ~nested_exception() noexcept;
};
nested_exception::~nested_exception() noexcept { _ZNSt15__exception_ptr13exception_ptrD1Ev(&inner); }
} // namespace std

namespace __cxxabiv1 {
class __forced_unwind {
  virtual ~__forced_unwind() throw();
  virtual void __pure_dummy() = 0;
};
__forced_unwind::~__forced_unwind() throw() {}

class __foreign_exception {
  virtual ~__foreign_exception() throw();
  virtual void __pure_dummy() = 0;
};
__foreign_exception::~__foreign_exception() throw() {}
} // namespace __cxxabiv1
