// Exceptions of libc++ that have nothing but a name.
#include "cxx/llvm/std.hpp"

#define EXCEPTION(name, base, text)                                                                \
  class name : public base {                                                                       \
  public:                                                                                          \
    virtual ~name() noexcept;                                                                      \
    virtual const char *what() const noexcept;                                                     \
  };                                                                                               \
  name::~name() noexcept {}                                                                        \
  const char *name::what() const noexcept { return text; }

// The same without a destructor of its own.
#define ONLY_TEXT(name, base, text)                                                                \
  class name : public base {                                                                       \
  public:                                                                                          \
    virtual const char *what() const noexcept;                                                     \
  };                                                                                               \
  const char *name::what() const noexcept { return text; }

namespace std {
EXCEPTION(bad_optional_access, exception, "bad_optional_access")
ONLY_TEXT(bad_any_cast, bad_cast, "bad any cast")
ONLY_TEXT(bad_variant_access, exception, "bad_variant_access")

namespace __1 {
EXCEPTION(bad_weak_ptr, exception, "bad_weak_ptr")

class bad_function_call : public exception {
public:
  virtual ~bad_function_call() noexcept;
};
bad_function_call::~bad_function_call() noexcept {}
} // namespace __1
} // namespace std
