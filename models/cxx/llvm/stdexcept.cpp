// What exceptions of <stdexcept>, <new> and <typeinfo> have in libc++ and not in libstdc++.
#include "cxx/llvm/std.hpp"

#define STRING_OF_ARGUMENT "NSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE"

#define FROM_STRING(name, mangled)                                                                 \
  extern "C" void name##_of_string(std::name *self, const std::__1::string &text)                  \
      NAMED("_ZNSt" mangled "C1ERK" STRING_OF_ARGUMENT);                                            \
  void name##_of_string(std::name *self, const std::__1::string &text) {                           \
    new (self) std::name(text.data());                                                             \
  }                                                                                                \
  extern "C" void name##_base_of_string(std::name *self, const std::__1::string &text)             \
      NAMED("_ZNSt" mangled "C2ERK" STRING_OF_ARGUMENT);                                            \
  void name##_base_of_string(std::name *self, const std::__1::string &text) {                      \
    new (self) std::name(text.data());                                                             \
  }
FROM_STRING(logic_error, "11logic_error")
FROM_STRING(runtime_error, "13runtime_error")
