// The exception of streams of libc++.
#include "cxx/llvm/stream.hpp"

namespace std {
namespace __1 {
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}
} // namespace __1
} // namespace std
