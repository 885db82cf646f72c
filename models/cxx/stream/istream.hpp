// Input streams.
#ifndef CASSAY_STREAM_ISTREAM_HPP
#define CASSAY_STREAM_ISTREAM_HPP

#include "cxx/stream/words.hpp"

namespace std {

template <class C, class T> basic_istream<C, T>::basic_istream() : count(0) { this->init(nullptr); }
template <class C, class T> basic_istream<C, T>::basic_istream(basic_streambuf<C, T> *with) : count(0) {
  this->init(with);
}
template <class C, class T>
basic_istream<C, T>::basic_istream(basic_istream &&other) : basic_ios<C, T>(), count(other.count) {
  this->move(other);
  other.count = 0;
}
template <class C, class T> basic_istream<C, T>::~basic_istream() { count = 0; }
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator=(basic_istream &&other) {
  swap(other);
  return *this;
}
template <class C, class T> void basic_istream<C, T>::swap(basic_istream &other) {
  basic_ios<C, T>::swap(other);
  streamsize held = count;
  count = other.count;
  other.count = held;
}

template <class C, class T>
basic_istream<C, T>::sentry::sentry(basic_istream &stream, bool keep_space) : ok(false) {
  if (!stream.state_) {
    if (stream.tie())
      stream.tie()->flush();
    if (!keep_space && stream.flags_ & skipws && !reads_anything(stream)) {
      int_type c = stream.rdbuf()->sgetc();
      while (is_space(c))
        c = stream.rdbuf()->snextc();
      if (c == no_character<T>)
        stream.setstate(failbit | eofbit);
    }
  }
  if (!stream.state_)
    ok = true;
  else
    stream.setstate(failbit);
}

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::operator>>(basic_istream &(*change)(basic_istream &)) {
  return change(*this);
}
template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::operator>>(basic_ios<C, T> &(*change)(basic_ios<C, T> &)) {
  change(*this);
  return *this;
}
template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::operator>>(ios_base &(*change)(ios_base &)) {
  change(*this);
  return *this;
}

#define EXTRACTS(type)                                                                             \
  template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(type value) {   \
    read_value(*this, value);                                                                      \
    return *this;                                                                                  \
  }
EXTRACTS(bool &)
EXTRACTS(short &)
EXTRACTS(unsigned short &)
EXTRACTS(int &)
EXTRACTS(unsigned &)
EXTRACTS(long &)
EXTRACTS(unsigned long &)
EXTRACTS(long long &)
EXTRACTS(unsigned long long &)
EXTRACTS(float &)
EXTRACTS(double &)
EXTRACTS(long double &)
EXTRACTS(void *&)

template <class C, class T>
template <class V>
basic_istream<C, T> &basic_istream<C, T>::_M_extract(V &value) {
  read_value(*this, value);
  return *this;
}

template <class C, class T> streamsize basic_istream<C, T>::gcount() const { return count; }

template <class C, class T> typename basic_istream<C, T>::int_type basic_istream<C, T>::get() {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return no_character<T>;
  int_type c = this->rdbuf()->sbumpc();
  if (c == no_character<T>)
    this->setstate(eofbit | failbit);
  else
    count = 1;
  return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C &result) {
  int_type c = get();
  if (c != no_character<T>)
    result = (C)c;
  return *this;
}

namespace {
// Any text without a character that ends it, shorter than the given size. Returns its length.
STREAMS streamsize any_line(basic_istream<C, T> &stream, C *to, streamsize size, C end) {
  unsigned long long set[4];
  all_but(end, set);
  size_t length = __cassay_any_size("length of the text read");
  __cassay_assume(length < (size_t)size);
  consume_some(stream.rdbuf());
  any_characters<C, T>(to, length, set);
  return (streamsize)length;
}
} // namespace

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize size, C end) {
  count = 0;
  sentry guard(*this, true);
  if (guard.ok && size > 1 && reads_anything(*this)) {
    count = any_line(*this, to, size, end);
    if (!__cassay_any_bool("the text ends before the input") && count < size - 1)
      this->setstate(eofbit);
    to += count;
  } else if (guard.ok) {
    int_type c = this->rdbuf()->sgetc();
    while (count + 1 < size && c != no_character<T> && (C)c != end) {
      *to++ = (C)c;
      count++;
      c = this->rdbuf()->snextc();
    }
    if (c == no_character<T>)
      this->setstate(eofbit);
  }
  if (size > 0)
    *to = 0;
  if (!count)
    this->setstate(failbit);
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize size) {
  return get(to, size, (C)'\n');
}

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::getline(C *to, streamsize size, C end) {
  count = 0;
  streamsize kept = 0;
  sentry guard(*this, true);
  _Ios_Iostate state = goodbit;
  if (guard.ok && size > 1 && reads_anything(*this)) {
    count = kept = any_line(*this, to, size, end);
    if (__cassay_any_bool("the line ends before the input"))
      count++;
    else
      state = kept < size - 1 || __cassay_any_bool("end of the input") ? eofbit : failbit;
  } else if (guard.ok) {
    int_type c = this->rdbuf()->sgetc();
    while (kept + 1 < size && c != no_character<T> && (C)c != end) {
      to[kept++] = (C)c;
      c = this->rdbuf()->snextc();
    }
    count = kept;
    if (c == no_character<T>) {
      state = eofbit;
    } else if ((C)c == end) {
      this->rdbuf()->sbumpc();
      count++;
    } else {
      state = failbit;
    }
  }
  if (size > 0)
    to[kept] = 0;
  if (!count)
    state = state | failbit;
  if (state)
    this->setstate(state);
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::getline(C *to, streamsize size) {
  return getline(to, size, (C)'\n');
}

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize most, int_type end) {
  count = 0;
  sentry guard(*this, true);
  // Whatever is left out, what follows is any input.
  if (guard.ok && reads_anything(*this)) {
    consume_some(this->rdbuf());
    if (__cassay_any_bool("end of the input"))
      this->setstate(eofbit);
    count = __cassay_any_long("characters left out");
    __cassay_assume(count >= 0 && count <= most);
  } else if (guard.ok) {
    while (count < most) {
      int_type c = this->rdbuf()->sbumpc();
      if (c == no_character<T>) {
        this->setstate(eofbit);
        break;
      }
      count++;
      if (c == end)
        break;
    }
  }
  return *this;
}
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize most) {
  return ignore(most, no_character<T>);
}
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore() { return ignore(1, no_character<T>); }

template <class C, class T> typename basic_istream<C, T>::int_type basic_istream<C, T>::peek() {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return no_character<T>;
  int_type c = this->rdbuf()->sgetc();
  if (c == no_character<T>)
    this->setstate(eofbit);
  return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::read(C *to, streamsize size) {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return *this;
  count = this->rdbuf()->xsgetn(to, size);
  if (count != size)
    this->setstate(eofbit | failbit);
  return *this;
}

template <class C, class T> streamsize basic_istream<C, T>::readsome(C *to, streamsize size) {
  count = 0;
  sentry guard(*this, true);
  if (guard.ok) {
    basic_streambuf<C, T> *from = this->rdbuf();
    streamsize there = from->in_cur < from->in_end ? from->in_end - from->in_cur : from->showmanyc();
    if (there > 0)
      count = from->xsgetn(to, there < size ? there : size);
    else if (there == -1)
      this->setstate(eofbit);
  }
  return count;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::putback(C c) {
  count = 0;
  this->clear(_Ios_Iostate(this->state_ & ~eofbit));
  sentry guard(*this, true);
  if (guard.ok) {
    basic_streambuf<C, T> *from = this->rdbuf();
    if (from->in_beg < from->in_cur && from->in_cur[-1] == c)
      from->in_cur--;
    else if (from->pbackfail(from->get(c)) == no_character<T>)
      this->setstate(badbit);
  }
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::unget() {
  count = 0;
  this->clear(_Ios_Iostate(this->state_ & ~eofbit));
  sentry guard(*this, true);
  if (guard.ok) {
    basic_streambuf<C, T> *from = this->rdbuf();
    if (from->in_beg < from->in_cur)
      from->in_cur--;
    else if (from->pbackfail() == no_character<T>)
      this->setstate(badbit);
  }
  return *this;
}

template <class C, class T> int basic_istream<C, T>::sync() {
  return this->rdbuf() ? this->rdbuf()->sync() : -1;
}

template <class C, class T> streampos basic_istream<C, T>::tellg() {
  if (this->state_ & (badbit | failbit))
    return {-1, {}};
  return this->rdbuf()->seekoff(0, cur, in);
}
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::seekg(streampos to) {
  this->clear(_Ios_Iostate(this->state_ & ~eofbit));
  if (!(this->state_ & (badbit | failbit)) && this->rdbuf()->seekpos(to, in).offset == -1)
    this->setstate(failbit);
  return *this;
}
template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::seekg(streamoff by, _Ios_Seekdir from) {
  this->clear(_Ios_Iostate(this->state_ & ~eofbit));
  if (!(this->state_ & (badbit | failbit)) && this->rdbuf()->seekoff(by, from, in).offset == -1)
    this->setstate(failbit);
  return *this;
}

template <class C, class T> basic_iostream<C, T>::basic_iostream() {}
template <class C, class T>
basic_iostream<C, T>::basic_iostream(basic_streambuf<C, T> *with)
    : basic_istream<C, T>(with), basic_ostream<C, T>(with) {}
template <class C, class T>
basic_iostream<C, T>::basic_iostream(basic_iostream &&other)
    : basic_istream<C, T>((basic_istream<C, T> &&)other), basic_ostream<C, T>() {}
template <class C, class T> basic_iostream<C, T>::~basic_iostream() {}
template <class C, class T> basic_iostream<C, T> &basic_iostream<C, T>::operator=(basic_iostream &&other) {
  swap(other);
  return *this;
}
template <class C, class T> void basic_iostream<C, T>::swap(basic_iostream &other) {
  basic_istream<C, T>::swap(other);
}

// Instantiates what the library's headers declare as instantiated.
#define INPUT_OF(C)                                                                                \
  template class basic_istream<C, char_traits<C>>;                                                 \
  template class basic_iostream<C, char_traits<C>>;                                                \
  typedef basic_istream<C, char_traits<C>> input_of_##C;                                           \
  typedef __cxx11::basic_string<C> string_of_##C;                                                  \
  template input_of_##C &input_of_##C::_M_extract(bool &);                                         \
  template input_of_##C &input_of_##C::_M_extract(unsigned short &);                               \
  template input_of_##C &input_of_##C::_M_extract(unsigned &);                                     \
  template input_of_##C &input_of_##C::_M_extract(long &);                                         \
  template input_of_##C &input_of_##C::_M_extract(unsigned long &);                                \
  template input_of_##C &input_of_##C::_M_extract(long long &);                                    \
  template input_of_##C &input_of_##C::_M_extract(unsigned long long &);                           \
  template input_of_##C &input_of_##C::_M_extract(float &);                                        \
  template input_of_##C &input_of_##C::_M_extract(double &);                                       \
  template input_of_##C &input_of_##C::_M_extract(long double &);                                  \
  template input_of_##C &input_of_##C::_M_extract(void *&);                                        \
  template input_of_##C &ws(input_of_##C &);                                                       \
  template input_of_##C &operator>>(input_of_##C &, C &);                                          \
  template input_of_##C &operator>>(input_of_##C &, string_of_##C &);                              \
  template input_of_##C &getline(input_of_##C &, string_of_##C &, C);                              \
  template input_of_##C &getline(input_of_##C &, string_of_##C &);

} // namespace std

#endif
