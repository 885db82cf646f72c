// Output streams. What goes to the screen is not formatted.
#ifndef CASSAY_STREAM_OSTREAM_HPP
#define CASSAY_STREAM_OSTREAM_HPP

#include "cxx/stream/insert.hpp"

namespace std {

template <class C, class T> basic_ostream<C, T>::basic_ostream() { this->init(nullptr); }
template <class C, class T> basic_ostream<C, T>::basic_ostream(basic_streambuf<C, T> *with) {
  this->init(with);
}
template <class C, class T> basic_ostream<C, T>::basic_ostream(basic_ostream &&other) : basic_ios<C, T>() {
  this->move(other);
}
template <class C, class T> basic_ostream<C, T>::~basic_ostream() {}
template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator=(basic_ostream &&other) {
  swap(other);
  return *this;
}
template <class C, class T> void basic_ostream<C, T>::swap(basic_ostream &other) {
  basic_ios<C, T>::swap(other);
}

template <class C, class T> basic_ostream<C, T>::sentry::sentry(basic_ostream &of) : ok(false), stream(of) {
  if (of.tie() && !of.state_)
    of.tie()->flush();
  if (!of.state_)
    ok = true;
  else
    of.setstate(failbit);
}

template <class C, class T> basic_ostream<C, T>::sentry::~sentry() {
  if (stream.flags_ & unitbuf && stream.rdbuf() && stream.rdbuf()->sync() == -1)
    stream.setstate(badbit);
}

template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_ostream &(*change)(basic_ostream &)) {
  return change(*this);
}
template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_ios<C, T> &(*change)(basic_ios<C, T> &)) {
  change(*this);
  return *this;
}
template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::operator<<(ios_base &(*change)(ios_base &)) {
  change(*this);
  return *this;
}

template <class C, class T>
template <class V>
basic_ostream<C, T> &basic_ostream<C, T>::_M_insert(V value) {
  insert(*this, value);
  return *this;
}

#define INSERTS(type, as)                                                                          \
  template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(type value) {   \
    insert(*this, (as)value);                                                                      \
    return *this;                                                                                  \
  }
INSERTS(long, long)
INSERTS(unsigned long, unsigned long)
INSERTS(bool, bool)
INSERTS(unsigned short, unsigned long)
INSERTS(unsigned, unsigned long)
INSERTS(long long, long long)
INSERTS(unsigned long long, unsigned long long)
INSERTS(double, double)
INSERTS(float, double)
INSERTS(long double, long double)
INSERTS(const void *, const void *)

// Their bits, not those of a wider type, are shown in other bases than 10.
template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(short value) {
  int base = this->flags_ & basefield;
  insert(*this, base == oct || base == hex ? (long)(unsigned short)value : (long)value);
  return *this;
}
template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(int value) {
  int base = this->flags_ & basefield;
  insert(*this, base == oct || base == hex ? (long long)(unsigned)value : (long long)value);
  return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::operator<<(nullptr_t) {
  static const C text[] = {'n', 'u', 'l', 'l', 'p', 't', 'r'};
  return __ostream_insert(*this, text, 7);
}

namespace {
// Writes the rest of a file or of the input, which is any text. Returns whether there was something to write.
STREAMS bool insert_any(basic_ostream<C, T> &stream, basic_streambuf<C, T> *from) {
  size_t length = __cassay_any_size("length of the text read");
  __cassay_assume(length < __PTRDIFF_MAX__ / 16);
  consume_some(from);
  if (length == 0 || !is_shown(stream))
    return length > 0;
  C *text = (C *)::operator new(length * sizeof(C));
  __cassay_havoc(text, length * sizeof(C), "text read");
  stream._M_write(text, (streamsize)length);
  ::operator delete(text);
  return true;
}
} // namespace

template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_streambuf<C, T> *from) {
  if (!from) {
    this->setstate(badbit);
    return *this;
  }
  const void *tag = from->locale_.implementation;
  if (from == keyboard<C, T>() || (tag && tag != __cassay_cxx_file_tags + Writes && is_file_tag(tag))) {
    if (!insert_any(*this, from))
      this->setstate(failbit);
    return *this;
  }
  streamsize copied = 0;
  for (auto c = from->sgetc(); c != no_character<T>; c = from->snextc(), copied++)
    if (this->rdbuf()->sputc((C)c) == no_character<T>)
      break;
  if (!copied)
    this->setstate(failbit);
  return *this;
}

// Writes characters as they are.
template <class C, class T> void basic_ostream<C, T>::_M_write(const C *text, streamsize length) {
  if (!prints_nowhere(*this) && this->rdbuf()->xsputn(text, length) != length)
    this->setstate(badbit);
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::put(C c) {
  if (prints_nowhere(*this))
    return *this;
  sentry guard(*this);
  if (!this->state_ && this->rdbuf()->sputc(c) == no_character<T>)
    this->setstate(badbit);
  return *this;
}

template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::write(const C *text, streamsize length) {
  if (prints_nowhere(*this)) {
    if (length > 0) {
      TOUCH(text);
      TOUCH((const char *)(text + length) - 1);
    }
    return *this;
  }
  sentry guard(*this);
  if (!this->state_)
    _M_write(text, length);
  return *this;
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::flush() {
  if (!prints_nowhere(*this) && this->rdbuf() && this->rdbuf()->sync() == -1)
    this->setstate(badbit);
  return *this;
}

template <class C, class T> streampos basic_ostream<C, T>::tellp() {
  if (this->state_ & (badbit | failbit))
    return {-1, {}};
  return this->rdbuf()->seekoff(0, cur, out);
}
template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::seekp(streampos to) {
  if (!(this->state_ & (badbit | failbit)) && this->rdbuf()->seekpos(to, out).offset == -1)
    this->setstate(failbit);
  return *this;
}
template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::seekp(streamoff by, _Ios_Seekdir from) {
  if (!(this->state_ & (badbit | failbit)) && this->rdbuf()->seekoff(by, from, out).offset == -1)
    this->setstate(failbit);
  return *this;
}

template <class C, class T>
basic_ostream<C, T> &__ostream_insert(basic_ostream<C, T> &stream, const C *text, streamsize length) {
  if (prints_nowhere(stream)) {
    stream.width_ = 0;
    return stream;
  }
  typename basic_ostream<C, T>::sentry guard(stream);
  if (!stream.state_)
    padded(stream, text, length, 0);
  return stream;
}

// A text in ASCII on a stream of any characters.
template <class C, class T>
basic_ostream<C, T> &operator<<(basic_ostream<C, T> &stream, const char *text) {
  if (!text) {
    stream.setstate(badbit);
    return stream;
  }
  size_t length = strlen(text);
  if (!is_shown(stream))
    return stream;
  typename basic_ostream<C, T>::sentry guard(stream);
  if (stream.state_)
    return stream;
  C *wide = (C *)::operator new((length + 1) * sizeof(C));
  for (size_t i = 0; i < length; i++)
    wide[i] = stream.widen(text[i]);
  padded(stream, (const C *)wide, (streamsize)length, 0);
  ::operator delete(wide);
  return stream;
}

// Instantiates what the library's headers declare as instantiated.
#define OUTPUT_OF(C)                                                                               \
  template class basic_ostream<C, char_traits<C>>;                                                 \
  typedef basic_ostream<C, char_traits<C>> output_of_##C;                                          \
  template output_of_##C &output_of_##C::_M_insert(long);                                          \
  template output_of_##C &output_of_##C::_M_insert(unsigned long);                                 \
  template output_of_##C &output_of_##C::_M_insert(long long);                                     \
  template output_of_##C &output_of_##C::_M_insert(unsigned long long);                            \
  template output_of_##C &output_of_##C::_M_insert(bool);                                          \
  template output_of_##C &output_of_##C::_M_insert(double);                                        \
  template output_of_##C &output_of_##C::_M_insert(long double);                                   \
  template output_of_##C &output_of_##C::_M_insert(const void *);                                  \
  template output_of_##C &__ostream_insert(output_of_##C &, const C *, streamsize);

} // namespace std

#endif
