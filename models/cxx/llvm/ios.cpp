// What all streams of libc++ have: state, flags, the buffer.
#include "cxx/llvm/stream.hpp"

namespace std {
namespace __1 {

ios_base::~ios_base() {}
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

void ios_base::init(void *with) {
  flags_ = skipws | dec;
  precision_ = 6;
  width_ = 0;
  state_ = with ? goodbit : badbit;
  exceptions_ = goodbit;
  buffer_ = with;
  functions = nullptr;
  indices = nullptr;
  function_count = function_room = 0;
  integers = nullptr;
  integer_count = integer_room = 0;
  pointers = nullptr;
  pointer_count = pointer_room = 0;
  new (&locale_) locale;
}

void ios_base::clear(unsigned state) {
  state_ = buffer_ ? state : state | badbit;
  if (state_ & exceptions_)
    throw failure("ios_base::clear", error_code(1, iostream_category()));
}

// Called by a handler of what a buffer has thrown.
void ios_base::__set_badbit_and_consider_rethrow() {
  state_ |= badbit;
  if (exceptions_ & badbit)
    throw;
}
void ios_base::__set_failbit_and_consider_rethrow() {
  state_ |= failbit;
  if (exceptions_ & failbit)
    throw;
}

locale ios_base::getloc() const { return locale_; }
locale ios_base::imbue(const locale &) {
  __cassay_note("streams use the classic locale");
  return locale_;
}
bool ios_base::sync_with_stdio(bool) { return true; }

int ios_base::xalloc() {
  static int next;
  return next++;
}

// Functions for events cannot be registered: that is not modelled.
void ios_base::__call_callbacks(event) {}

void ios_base::copyfmt(const ios_base &other) {
  flags_ = other.flags_;
  precision_ = other.precision_;
  width_ = other.width_;
}

void ios_base::move(ios_base &other) {
  init(nullptr);
  copyfmt(other);
  state_ = other.state_;
  exceptions_ = other.exceptions_;
}

template <class V> static void exchange(V &a, V &b) {
  V held = a;
  a = b;
  b = held;
}

// Not the buffer.
void ios_base::swap(ios_base &other) noexcept {
  exchange(flags_, other.flags_);
  exchange(precision_, other.precision_);
  exchange(width_, other.width_);
  exchange(state_, other.state_);
  exchange(exceptions_, other.exceptions_);
}

template <class C, class T> basic_ios<C, T>::~basic_ios() {}
template <class C, class T> basic_ios<C, T> &basic_ios<C, T>::copyfmt(const basic_ios &other) {
  if (this != &other) {
    ios_base::copyfmt(other);
    tie_ = other.tie_;
    fill_ = other.fill_;
    this->exceptions_ = other.exceptions_;
    this->clear(this->state_);
  }
  return *this;
}

template class basic_ios<char, char_traits<char>>;
} // namespace __1
} // namespace std
