// What happens where an exception leaves a function whose exception specification does not list its type
// ([except.unexpected] up to C++14).
#include "cxx/std.hpp"

extern "C" {
void *__cxa_begin_catch(void *);
void __cxa_end_catch();
bool __cassay_cxx_specified(void *token, const void *type);
bool __cassay_cxx_allows_current(void *token);
extern const char _ZTISt13bad_exception;
}

namespace {
struct Handled {
  ~Handled() { __cxa_end_catch(); }
};
} // namespace

extern "C" [[noreturn]] void __cxa_call_unexpected(void *token) {
  __cxa_begin_catch(token);
  Handled handled;
  try {
    std::unexpected();
  } catch (...) {
    if (__cassay_cxx_allows_current(token))
      throw;
    if (__cassay_cxx_specified(token, &_ZTISt13bad_exception))
      throw std::bad_exception();
    std::terminate();
  }
}
