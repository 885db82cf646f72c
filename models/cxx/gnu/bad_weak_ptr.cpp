// The exception of a shared_ptr that is made from an expired weak_ptr.
#include "cxx/std.hpp"

std::bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *std::bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
