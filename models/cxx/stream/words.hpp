// Words and lines of an input stream.
#ifndef CASSAY_STREAM_WORDS_HPP
#define CASSAY_STREAM_WORDS_HPP

#include "cxx/stream/extract.hpp"

namespace std {

template <class C, class T> basic_istream<C, T> &ws(basic_istream<C, T> &stream) {
  typename basic_istream<C, T>::sentry guard(stream, true);
  auto c = stream.rdbuf()->sgetc();
  while (is_space(c))
    c = stream.rdbuf()->snextc();
  if (c == no_character<T>)
    stream.setstate(eofbit);
  return stream;
}

template <class C, class T> basic_istream<C, T> &operator>>(basic_istream<C, T> &stream, C &result) {
  typename basic_istream<C, T>::sentry guard(stream);
  if (guard.ok) {
    auto c = stream.rdbuf()->sbumpc();
    if (c == no_character<T>)
      stream.setstate(eofbit | failbit);
    else
      result = (C)c;
  }
  return stream;
}

namespace {
// All characters but spaces.
const unsigned long long no_spaces[4] = {~0x100003e00ull, ~0ull, ~0ull, ~0ull};

// Any text of at least `least` characters without those in a set.
template <class C, class T, class A>
void any_text(basic_string<C, T, A> &text, size_t least, const unsigned long long *set) {
  size_t length = __cassay_any_size("length of the text read");
  __cassay_assume(length >= least && length < __PTRDIFF_MAX__ / 4);
  any_characters<C, T>(text.renew_text(length), length, set);
}
} // namespace


template <class C, class T, class A>
basic_istream<C, T> &operator>>(basic_istream<C, T> &stream, basic_string<C, T, A> &text) {
  if (reads_anything(stream)) {
    if (!fails(stream))
      any_text(text, 1, no_spaces);
    return stream;
  }
  typename basic_istream<C, T>::sentry guard(stream);
  if (!guard.ok)
    return stream;
  text.renew_text(0);
  streamsize width = stream.width_ > 0 ? stream.width_ : __PTRDIFF_MAX__, read = 0;
  stream.width_ = 0;
  auto c = stream.rdbuf()->sgetc();
  for (; read < width && c != no_character<T> && !is_space(c); c = stream.rdbuf()->snextc(), read++)
    text.append_character((C)c);
  if (c == no_character<T>)
    stream.setstate(read ? eofbit : eofbit | failbit);
  else if (!read)
    stream.setstate(failbit);
  return stream;
}

template <class C, class T, class A>
basic_istream<C, T> &getline(basic_istream<C, T> &stream, basic_string<C, T, A> &text, C end) {
  if (reads_anything(stream)) {
    if (stream.state_) {
      stream.setstate(failbit);
    } else if (consume_some(stream.rdbuf()), __cassay_any_bool("no line is left")) {
      text.renew_text(0);
      stream.setstate(eofbit | failbit);
    } else {
      unsigned long long set[4];
      all_but(end, set);
      any_text(text, 0, set);
      if (__cassay_any_bool("end of the input")) {
        __cassay_assume(text.length > 0);
        stream.setstate(eofbit);
      }
    }
    return stream;
  }
  typename basic_istream<C, T>::sentry guard(stream, true);
  if (!guard.ok)
    return stream;
  text.renew_text(0);
  auto c = stream.rdbuf()->sgetc();
  bool nothing = true;
  for (; c != no_character<T> && (C)c != end; c = stream.rdbuf()->snextc()) {
    nothing = false;
    text.append_character((C)c);
  }
  if (c == no_character<T>)
    stream.setstate(nothing ? eofbit | failbit : eofbit);
  else
    stream.rdbuf()->sbumpc();
  return stream;
}

template <class C, class T, class A>
basic_istream<C, T> &getline(basic_istream<C, T> &stream, basic_string<C, T, A> &text) {
  return getline(stream, text, (C)'\n');
}

namespace {
// A word of at most size - 1 characters into an array.
STREAMS void extract_word(basic_istream<C, T> &stream, C *to, streamsize size) {
  if (reads_anything(stream)) {
    bool tried = !stream.state_;
    if (fails(stream)) {
      // Where the input ends before a word the array stays as it is; before a space that is not skipped it does not.
      if (tried && size > 0 && !(stream.flags_ & skipws) && __cassay_any_bool("there is a space"))
        *to = 0;
      return;
    }
    streamsize width = stream.width_;
    stream.width_ = 0;
    if (width > 0 && width < size)
      size = width;
    size_t length = __cassay_any_size("length of the text read");
    __cassay_assume(length >= 1 && length < (size_t)size);
    any_characters<C, T>(to, length, no_spaces);
    to[length] = 0;
    return;
  }
  typename basic_istream<C, T>::sentry guard(stream);
  if (!guard.ok)
    return;
  streamsize width = stream.width_ > 0 && stream.width_ < size ? stream.width_ : size, read = 0;
  stream.width_ = 0;
  auto c = stream.rdbuf()->sgetc();
  for (; read + 1 < width && c != no_character<T> && !is_space(c); c = stream.rdbuf()->snextc())
    to[read++] = (C)c;
  to[read] = 0;
  if (c == no_character<T>)
    stream.setstate(read ? eofbit : eofbit | failbit);
  else if (!read)
    stream.setstate(failbit);
}
} // namespace
} // namespace std

#endif
