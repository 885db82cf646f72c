// What all streams of a type of characters have: state, the buffer, fill.
#ifndef CASSAY_STREAM_IOS_HPP
#define CASSAY_STREAM_IOS_HPP

#include "cxx/stream.hpp"

namespace std {
[[noreturn]] void __throw_ios_failure(const char *);

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

template <class C, class T> locale basic_ios<C, T>::imbue(const locale &with) {
  if (with.implementation)
    __cassay_unsupported("a stream in a locale other than the classic one");
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

} // namespace std

#endif
