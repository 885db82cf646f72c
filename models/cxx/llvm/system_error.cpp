// Error categories and std::system_error of libc++.
#include "cxx/llvm/system_error.hpp"

extern "C" const char *strerror(int);

namespace std {
namespace __1 {

error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition(value, *this);
}
bool error_category::equivalent(int value, const error_condition &other) const noexcept {
  error_condition own = default_error_condition(value);
  return own.category == other.category && own.value == other.value;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
  return code.category == this && code.value == value;
}

string error_code::message() const { return category->message(value); }
string error_condition::message() const { return category->message(value); }

namespace {
string copied(const char *text) { return string(text, strlen(text)); }

// The wording for an error number is not known, but there is one.
string message_of_system(int value) {
  const char *text = strerror(value);
  __cassay_assume(*text != 0);
  return copied(text);
}

class generic final : public error_category {
public:
  const char *name() const noexcept override { return "generic"; }
  string message(int value) const override { return message_of_system(value); }
};

// The numbers of Linux are those of the generic category.
class of_system final : public error_category {
public:
  const char *name() const noexcept override { return "system"; }
  string message(int value) const override { return message_of_system(value); }
  error_condition default_error_condition(int value) const noexcept override {
    if (value <= 4095)
      return error_condition(value, generic_category());
    return error_condition(value, *this);
  }
};

class of_streams final : public error_category {
public:
  const char *name() const noexcept override { return "iostream"; }
  string message(int value) const override {
    return copied(value == 1 ? "unspecified iostream_category error" : strerror(value));
  }
};

class of_futures final : public error_category {
public:
  const char *name() const noexcept override { return "future"; }
  string message(int value) const override {
    return copied(value == 1   ? "The future has already been retrieved from the promise or packaged_task."
                  : value == 2 ? "The state of the promise has already been set."
                  : value == 3 ? "Operation not permitted on an object without an associated state."
                  : value == 4 ? "The associated promise has been destructed prior to the associated state "
                                 "becoming ready."
                               : "unspecified future_errc value\n");
  }
};

alignas(8) char categories[4][sizeof(generic)];

__attribute__((constructor(101))) void set_up() {
  new (categories[0]) generic;
  new (categories[1]) of_system;
  new (categories[2]) of_streams;
  new (categories[3]) of_futures;
}

const error_category &category(int index) { return *(const error_category *)categories[index]; }

// "What: message", in memory that the exception copies.
class Message {
  char *text;

public:
  Message(const char *what, const error_code &code) {
    string message = code.message();
    size_t before = strlen(what), separator = before ? 2 : 0;
    text = (char *)::operator new(before + separator + message.size() + 1);
    __builtin_memcpy(text, what, before);
    __builtin_memcpy(text + before, ": ", separator);
    __builtin_memcpy(text + before + separator, message.data(), message.size() + 1);
  }
  ~Message() { ::operator delete(text); }
  const char *get() const { return text; }
};
} // namespace

const error_category &generic_category() noexcept { return category(0); }
const error_category &system_category() noexcept { return category(1); }
const error_category &iostream_category() noexcept { return category(2); }
const error_category &future_category() noexcept { return category(3); }

system_error::system_error(error_code of) : runtime_error(Message("", of).get()), code(of) {}
system_error::system_error(error_code of, const char *what)
    : runtime_error(Message(what, of).get()), code(of) {}
system_error::system_error(error_code of, const string &what) : system_error(of, what.data()) {}
system_error::system_error(int value, const error_category &of) : system_error(error_code(value, of)) {}
system_error::system_error(int value, const error_category &of, const char *what)
    : system_error(error_code(value, of), what) {}
system_error::system_error(int value, const error_category &of, const string &what)
    : system_error(error_code(value, of), what.data()) {}
system_error::~system_error() noexcept {}

[[noreturn]] void __throw_system_error(int value, const char *what) {
  throw system_error(error_code(value, system_category()), what);
}

} // namespace __1
} // namespace std
