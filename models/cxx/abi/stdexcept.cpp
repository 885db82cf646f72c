// The exception classes of <stdexcept>.
#include "cxx/std.hpp"

namespace {
// What stands before the characters.
struct Counted {
  size_t owners;
  size_t unused;
};

char *counted(const char *text, size_t length) {
  Counted *memory = (Counted *)::operator new(sizeof(Counted) + length + 1);
  memory->owners = 1;
  memory->unused = 0;
  char *copy = (char *)(memory + 1);
  __builtin_memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

Counted *of(char *text) { return (Counted *)text - 1; }
} // namespace

std::__cow_string::__cow_string(const char *text) : text(counted(text, strlen(text))) {}
std::__cow_string::__cow_string(const char *text, size_t length) : text(counted(text, length)) {}
std::__cow_string::__cow_string(const string &text) : text(counted(text.start, text.length)) {}
std::__cow_string::__cow_string(const __cow_string &other) noexcept : text(other.text) {
  of(text)->owners++;
}

std::__cow_string &std::__cow_string::operator=(const __cow_string &other) noexcept {
  of(other.text)->owners++;
  this->~__cow_string();
  text = other.text;
  return *this;
}

std::__cow_string::~__cow_string() {
  if (--of(text)->owners == 0)
    ::operator delete(of(text));
}

#define WITH_MESSAGE(name)                                                                         \
  std::name::name(const string &text) : message(text) {}                                           \
  std::name::name(const char *text) : message(text) {}                                             \
  std::name::name(const name &other) noexcept : exception(other), message(other.message) {}        \
  std::name::name(name &&other) noexcept : exception(other), message(other.message) {}             \
  std::name &std::name::operator=(const name &other) noexcept {                                    \
    message = other.message;                                                                       \
    return *this;                                                                                  \
  }                                                                                                \
  std::name &std::name::operator=(name &&other) noexcept {                                         \
    message = other.message;                                                                       \
    return *this;                                                                                  \
  }                                                                                                \
  std::name::~name() noexcept {}                                                                   \
  const char *std::name::what() const noexcept { return message.text; }
WITH_MESSAGE(logic_error)
WITH_MESSAGE(runtime_error)

std::logic_error::logic_error(const char *text, size_t length) : message(text, length) {}
std::out_of_range::out_of_range(const char *text, size_t length) : logic_error(text, length) {}

#define DERIVED(name, base)                                                                        \
  std::name::name(const string &text) : base(text) {}                                              \
  std::name::name(const char *text) : base(text) {}                                                \
  std::name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)
