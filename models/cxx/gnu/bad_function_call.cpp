// The exception of a call through an empty std::function.
#include "cxx/std.hpp"

std::bad_function_call::~bad_function_call() noexcept {}
const char *std::bad_function_call::what() const noexcept { return "bad_function_call"; }

namespace std {
[[noreturn]] void __throw_bad_function_call() { throw bad_function_call(); }
} // namespace std
