// Error categories and std::system_error.
#include "cxx/system_error.hpp"

namespace std {

error_category::~error_category() {}
__cow_string error_category::_M_message(int value) const { return __cow_string(message(value)); }
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
error_condition error_code::default_error_condition() const noexcept {
  return category->default_error_condition(value);
}

system_error::~system_error() noexcept {}

namespace {
string copied(const char *text) {
  string result;
  size_t length = strlen(text);
  if (length > 15) {
    result.start = (char *)::operator new(length + 1);
    result.capacity = length;
  }
  __builtin_memcpy(result.start, text, length + 1);
  result.length = length;
  return result;
}

// The text for an error number is not known, and need not be found out character by character.
string message_of_system(int value) {
  size_t length = __cassay_any_size("approximate length of the text");
  __cassay_assume(length > 0 && length <= 65535);
  string result;
  __cassay_havoc_among(result.renew_text(length), length, ~1ull, ~0ull, ~0ull, ~0ull, 'a',
                       "approximate text of the error");
  return result;
}

class generic final : public error_category {
public:
  const char *name() const noexcept override { return "generic"; }
  TAGGED string message(int value) const override { return message_of_system(value); }
};

// The numbers of Linux up to 133 are those of the generic category.
class of_system final : public error_category {
public:
  const char *name() const noexcept override { return "system"; }
  TAGGED string message(int value) const override { return message_of_system(value); }
  error_condition default_error_condition(int value) const noexcept override {
    if (value >= 0 && value <= 133)
      return error_condition(value, generic_category());
    return error_condition(value, *this);
  }
};

class of_streams final : public error_category {
public:
  const char *name() const noexcept override { return "iostream"; }
  TAGGED string message(int value) const override {
    return copied(value == 1 ? "iostream error" : "Unknown error");
  }
};

class of_futures final : public error_category {
public:
  const char *name() const noexcept override { return "future"; }
  TAGGED string message(int value) const override {
    return copied(value == 1   ? "Future already retrieved"
                  : value == 2 ? "Promise already satisfied"
                  : value == 3 ? "No associated state"
                  : value == 4 ? "Broken promise"
                               : "Unknown error");
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
} // namespace

const error_category &_V2::generic_category() noexcept { return category(0); }
const error_category &_V2::system_category() noexcept { return category(1); }
const error_category &iostream_category() noexcept { return category(2); }
const error_category &future_category() noexcept { return category(3); }

[[noreturn]] void __throw_system_error(int value) {
  throw system_error(message_of_system(value), error_code(value, generic_category()));
}

} // namespace std
