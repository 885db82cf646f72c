// The parts of <future> that are not inline.
#include "cxx/system_error.hpp"

extern "C" {
void _ZNSt15__exception_ptr13exception_ptrD1Ev(void *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
}

namespace std {

class future_error : public logic_error {
  error_code code;

public:
  explicit future_error(const error_code &c) : logic_error("future error"), code(c) {}
  virtual ~future_error() noexcept;
  virtual const char *what() const noexcept;
};
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

[[noreturn]] void __throw_future_error(int value) {
  throw future_error(error_code(value, future_category()));
}

struct __future_base {
  struct _Result_base {
    void *error;
    bool initialized;
    _Result_base();
    virtual void _M_destroy() = 0;

  protected:
    virtual ~_Result_base();
  };
};
__future_base::_Result_base::_Result_base() : error(nullptr), initialized(false) {}
__future_base::_Result_base::~_Result_base() { _ZNSt15__exception_ptr13exception_ptrD1Ev(&error); }

namespace chrono {
template <class R, class P> struct duration {
  R count;
};
} // namespace chrono
template <long N, long D> struct ratio {};

struct __atomic_futex_unsigned_base {
  static void _M_futex_notify_all(unsigned *);
  bool _M_futex_wait_until(unsigned *, unsigned, bool, chrono::duration<long, ratio<1, 1>>,
                           chrono::duration<long, ratio<1, 1000000000>>);
};

// Whoever waits looks at the value itself.
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *value, unsigned old, bool limited,
                                                       chrono::duration<long, ratio<1, 1>>,
                                                       chrono::duration<long, ratio<1, 1000000000>>) {
  if (limited && __cassay_any_bool("waiting takes too long"))
    return false;
  __VERIFIER_atomic_begin();
  __cassay_wait(*value != old);
  __VERIFIER_atomic_end();
  return true;
}

} // namespace std
