// The exception classes of <exception>, <new> and <typeinfo>.
#include "cxx/std.hpp"

#define TEXTS(name, text)                                                                          \
  std::name::~name() noexcept {}                                                                   \
  const char *std::name::what() const noexcept { return text; }

TEXTS(exception, "std::exception")
TEXTS(bad_exception, "std::bad_exception")
TEXTS(bad_alloc, "std::bad_alloc")
TEXTS(bad_array_new_length, "std::bad_array_new_length")
TEXTS(bad_cast, "std::bad_cast")
TEXTS(bad_typeid, "std::bad_typeid")
