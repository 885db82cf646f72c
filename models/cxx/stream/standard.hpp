// The buffers of the standard streams. Printing succeeds and shows nothing; what is read is any input.
#ifndef CASSAY_STREAM_STANDARD_HPP
#define CASSAY_STREAM_STANDARD_HPP

#include "cxx/stream.hpp"

namespace {
template <class C, class T> class Screen : public std::basic_streambuf<C, T> {
public:
  typedef typename T::int_type int_type;
  std::streamsize xsputn(const C *text, std::streamsize length) override { return length; }
  int_type overflow(int_type c) override { return c == std::no_character<T> ? 0 : c; }
};

// Any character, or the end.
template <class C, class T> class Keyboard : public std::basic_streambuf<C, T> {
public:
  typedef typename T::int_type int_type;

private:
  C next;

  int_type offer() {
    this->in_beg = &next;
    this->in_cur = &next;
    this->in_end = &next + 1;
    return this->get(next);
  }

public:
  int_type underflow() override {
    if (__cassay_any_bool("end of the input"))
      return std::no_character<T>;
    if constexpr (sizeof(C) == 1)
      next = __cassay_any_char("character read");
    else
      __cassay_havoc(&next, sizeof next, "character read");
    return this->get(next) == std::no_character<T> ? std::no_character<T> : offer();
  }
  int_type pbackfail(int_type c) override {
    if (c != std::no_character<T>)
      next = (C)c;
    return offer();
  }
  std::streamsize xsgetn(C *to, std::streamsize count) override {
    std::streamsize done = 0;
    if (count > 0 && this->in_cur < this->in_end)
      to[done++] = *this->in_cur++;
    std::streamsize more =
        __cassay_any_bool("the input is long enough") ? count - done : __cassay_any_long("bytes read");
    __cassay_assume(more >= 0 && more <= count - done);
    __cassay_havoc(to + done, (std::size_t)more * sizeof(C), "characters read");
    return done + more;
  }
};

// A stream for output, which is tied to no other.
template <class C, class T> std::basic_ostream<C, T> *output_at(void *place) {
  return new (place) std::basic_ostream<C, T>(std::screen<C, T>());
}
} // namespace

#endif
