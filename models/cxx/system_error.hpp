// Declarations of <system_error>, with the layouts, virtual functions and mangled names of libstdc++.
#ifndef CASSAY_SYSTEM_ERROR_HPP
#define CASSAY_SYSTEM_ERROR_HPP

#include "cxx/std.hpp"

#define TAGGED __attribute__((abi_tag("cxx11")))

namespace std {

class error_code;
class error_condition;

inline namespace _V2 {
class error_category {
public:
  error_category() noexcept {}
  virtual ~error_category();
  virtual const char *name() const noexcept = 0;
  TAGGED virtual __cow_string _M_message(int) const;
  TAGGED virtual string message(int) const = 0;
  virtual error_condition default_error_condition(int) const noexcept;
  virtual bool equivalent(int, const error_condition &) const noexcept;
  virtual bool equivalent(const error_code &, int) const noexcept;
};
const error_category &system_category() noexcept;
const error_category &generic_category() noexcept;
} // namespace _V2

class error_code {
public:
  int value;
  const error_category *category;
  error_code(int v, const error_category &c) : value(v), category(&c) {}
  error_condition default_error_condition() const noexcept;
};

class error_condition {
public:
  int value;
  const error_category *category;
  error_condition(int v, const error_category &c) : value(v), category(&c) {}
};

class system_error : public runtime_error {
public:
  error_code code;
  system_error(const string &text, const error_code &c) : runtime_error(text), code(c) {}
  system_error(const char *text, const error_code &c) : runtime_error(text), code(c) {}
  virtual ~system_error() noexcept;
};

const error_category &iostream_category() noexcept;
const error_category &future_category() noexcept;

} // namespace std

#endif
