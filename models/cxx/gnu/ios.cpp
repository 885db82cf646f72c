// What all streams have: state, flags, the buffer.
#include "cxx/stream.hpp"

namespace std {
[[noreturn]] void __throw_ios_failure(const char *);

locale::locale() noexcept : implementation(nullptr) {}
locale::locale(const locale &other) noexcept : implementation(other.implementation) {}
locale::~locale() noexcept {}
const locale &locale::operator=(const locale &other) noexcept { return *this; }
const locale &locale::classic() {
  static const locale *const instance = new (__cassay_object(sizeof(locale))) locale;
  return *instance;
}

ios_base::ios_base() noexcept { _M_init(); }
ios_base::~ios_base() {}
ios_base::Init::Init() {}
ios_base::Init::~Init() {}
ios_base::Init::Init(const Init &) {}
ios_base::Init &ios_base::Init::operator=(const Init &) { return *this; }
locale ios_base::getloc() const { return locale_; }
bool ios_base::sync_with_stdio(bool) { return true; }

int ios_base::xalloc() noexcept {
  static int next;
  return next++;
}

void ios_base::_M_init() noexcept {
  precision_ = 6;
  width_ = 0;
  flags_ = _Ios_Fmtflags(skipws | dec);
  exceptions_ = goodbit;
  state_ = goodbit;
  callbacks = nullptr;
  word_zero[0] = nullptr;
  word_zero[1] = nullptr;
  word_count = 8;
  words = local_words;
}

template <class C, class T> basic_ios<C, T>::basic_ios() : tie_(nullptr), fill_(), fill_known(false), buffer(nullptr), ctype(nullptr), num_put(nullptr), num_get(nullptr) {}
template <class C, class T> basic_ios<C, T>::basic_ios(basic_streambuf<C, T> *with) : basic_ios() {
  init(with);
}
template <class C, class T> basic_ios<C, T>::~basic_ios() {}

template <class C, class T> void basic_ios<C, T>::init(basic_streambuf<C, T> *with) {
  this->_M_init();
  tie_ = nullptr;
  fill_ = C(' ');
  fill_known = true;
  buffer = with;
  this->state_ = with ? goodbit : badbit;
}

template <class C, class T> void basic_ios<C, T>::clear(_Ios_Iostate state) {
  this->state_ = buffer ? state : state | badbit;
  if (this->exceptions_ & this->state_)
    __throw_ios_failure("basic_ios::clear");
}

template <class C, class T> void basic_ios<C, T>::setstate(_Ios_Iostate state) {
  clear(this->state_ | state);
}

template <class C, class T> _Ios_Iostate basic_ios<C, T>::exceptions() const {
  return this->exceptions_;
}

template <class C, class T> void basic_ios<C, T>::exceptions(_Ios_Iostate except) {
  this->exceptions_ = except;
  clear(this->state_);
}

template <class C, class T> basic_streambuf<C, T> *basic_ios<C, T>::rdbuf() const { return buffer; }

template <class C, class T>
basic_streambuf<C, T> *basic_ios<C, T>::rdbuf(basic_streambuf<C, T> *with) {
  basic_streambuf<C, T> *old = buffer;
  buffer = with;
  clear();
  return old;
}

template <class C, class T> basic_ostream<C, T> *basic_ios<C, T>::tie() const { return tie_; }

template <class C, class T> basic_ostream<C, T> *basic_ios<C, T>::tie(basic_ostream<C, T> *with) {
  basic_ostream<C, T> *old = tie_;
  tie_ = with;
  return old;
}

template <class C, class T> C basic_ios<C, T>::fill() const { return fill_; }

template <class C, class T> C basic_ios<C, T>::fill(C with) {
  C old = fill_;
  fill_ = with;
  return old;
}

template <class C, class T> C basic_ios<C, T>::widen(char c) const { return C((unsigned char)c); }

template <class C, class T> char basic_ios<C, T>::narrow(C c, char otherwise) const {
  return sizeof(C) == 1 || (unsigned)c < 128 ? (char)c : otherwise;
}

template <class C, class T> locale basic_ios<C, T>::imbue(const locale &) {
  __cassay_note("streams use the classic locale");
  return this->locale_;
}

template <class C, class T> basic_ios<C, T> &basic_ios<C, T>::copyfmt(const basic_ios &other) {
  this->precision_ = other.precision_;
  this->width_ = other.width_;
  this->flags_ = other.flags_;
  tie_ = other.tie_;
  fill_ = other.fill_;
  exceptions(other.exceptions_);
  return *this;
}

template <class C, class T> void basic_ios<C, T>::move(basic_ios &other) {
  this->precision_ = other.precision_;
  this->width_ = other.width_;
  this->flags_ = other.flags_;
  this->exceptions_ = other.exceptions_;
  this->state_ = other.state_;
  tie_ = other.tie_;
  other.tie_ = nullptr;
  fill_ = other.fill_;
  fill_known = other.fill_known;
  buffer = nullptr;
}

template <class C, class T> void basic_ios<C, T>::swap(basic_ios &other) noexcept {
  basic_ios held;
  held.move(*this);
  move(other);
  other.move(held);
}

template <class C, class T> void basic_ios<C, T>::set_rdbuf(basic_streambuf<C, T> *with) {
  buffer = with;
}

template class basic_ios<char, char_traits<char>>;
} // namespace std
