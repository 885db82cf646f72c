// The exception of streams.
#include "cxx/stream.hpp"

namespace std {

ios_base::failure::failure(const string &text)
    : system_error(text, error_code(1, iostream_category())) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(text, code) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(text, code) {}
ios_base::failure::~failure() {}
const char *ios_base::failure::what() const noexcept { return runtime_error::what(); }

[[noreturn]] void __throw_ios_failure(const char *text) {
  throw ios_base::failure(text, error_code(1, iostream_category()));
}

} // namespace std
