// Constructors of exceptions that libc++ does not define in headers.
#include "cxx/llvm/std.hpp"

#define WITHOUT_ARGUMENTS(name, mangled)                                                           \
  extern "C" void make_##name(std::name *self) noexcept NAMED("_ZNSt" mangled "C1Ev");             \
  void make_##name(std::name *self) noexcept { new (self) std::name; }                             \
  extern "C" void make_base_##name(std::name *self) noexcept NAMED("_ZNSt" mangled "C2Ev");        \
  void make_base_##name(std::name *self) noexcept { new (self) std::name; }
WITHOUT_ARGUMENTS(bad_alloc, "9bad_alloc")
WITHOUT_ARGUMENTS(bad_array_new_length, "20bad_array_new_length")
WITHOUT_ARGUMENTS(bad_cast, "8bad_cast")
WITHOUT_ARGUMENTS(bad_typeid, "10bad_typeid")
