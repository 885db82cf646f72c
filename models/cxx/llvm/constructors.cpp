// Constructors of exceptions that libc++ does not define in headers. They only set the table of virtual functions: a
// constructor that is called from here would have the name that is defined here.
#include "cxx/llvm/std.hpp"

#define WITHOUT_ARGUMENTS(name, mangled)                                                           \
  extern "C" const void *const table_of_##name[] NAMED("_ZTVSt" mangled);                          \
  extern "C" void make_##name(const void *const **self) noexcept NAMED("_ZNSt" mangled "C1Ev");    \
  void make_##name(const void *const **self) noexcept { *self = table_of_##name + 2; }             \
  extern "C" void make_base_##name(const void *const **) noexcept NAMED("_ZNSt" mangled "C2Ev");   \
  void make_base_##name(const void *const **self) noexcept { *self = table_of_##name + 2; }
WITHOUT_ARGUMENTS(bad_alloc, "9bad_alloc")
WITHOUT_ARGUMENTS(bad_array_new_length, "20bad_array_new_length")
WITHOUT_ARGUMENTS(bad_cast, "8bad_cast")
WITHOUT_ARGUMENTS(bad_typeid, "10bad_typeid")
