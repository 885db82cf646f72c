// Declarations of <system_error> of libc++.
#ifndef CASSAY_LLVM_SYSTEM_ERROR_HPP
#define CASSAY_LLVM_SYSTEM_ERROR_HPP

#include "cxx/llvm/std.hpp"

namespace std {
namespace __1 {

class error_code;
class error_condition;

class error_category {
public:
  error_category() noexcept {}
  virtual ~error_category() noexcept;
  virtual const char *name() const noexcept = 0;
  virtual error_condition default_error_condition(int) const noexcept;
  virtual bool equivalent(int, const error_condition &) const noexcept;
  virtual bool equivalent(const error_code &, int) const noexcept;
  virtual string message(int) const = 0;
};
const error_category &system_category() noexcept;
const error_category &generic_category() noexcept;
const error_category &iostream_category() noexcept;
const error_category &future_category() noexcept;

class error_code {
public:
  int value;
  const error_category *category;
  error_code(int v, const error_category &c) : value(v), category(&c) {}
  string message() const;
};

class error_condition {
public:
  int value;
  const error_category *category;
  error_condition(int v, const error_category &c) : value(v), category(&c) {}
  string message() const;
};

class system_error : public runtime_error {
public:
  error_code code;
  system_error(error_code);
  system_error(error_code, const char *);
  system_error(error_code, const string &);
  system_error(int, const error_category &);
  system_error(int, const error_category &, const char *);
  system_error(int, const error_category &, const string &);
  virtual ~system_error() noexcept;
};

[[noreturn]] void __throw_system_error(int, const char *);

} // namespace __1
} // namespace std

#endif
