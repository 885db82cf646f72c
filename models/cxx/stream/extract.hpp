// How characters of an input stream become numbers. What comes from the keyboard or a file is any number or a
// failure.
#ifndef CASSAY_STREAM_EXTRACT_HPP
#define CASSAY_STREAM_EXTRACT_HPP

#include "cxx/stream.hpp"

extern "C" {
double strtod(const char *, char **);
long double strtold(const char *, char **);
float strtof(const char *, char **);
}

#define STREAMS template <class C, class T>

namespace std {
namespace {
template <class I> bool is_space(I c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The next input of a formatted kind may be missing or malformed. What is left of it is any input again.
STREAMS bool fails(basic_istream<C, T> &stream) {
  if (stream.state_) {
    stream.setstate(failbit);
    return true;
  }
  basic_streambuf<C, T> *from = stream.rdbuf();
  // What was looked at before decides in part what follows.
  bool looked_at = from->in_cur < from->in_end;
  consume_some(from);
  if (looked_at ? __cassay_any_bool("approximate failure of the input")
                : __cassay_any_bool("input is not of this kind")) {
    stream.setstate(__cassay_any_bool("end of the input") ? failbit | eofbit : failbit);
    return true;
  }
  if (__cassay_any_bool("end of the input"))
    stream.setstate(eofbit);
  return false;
}

// Any characters but those in a set. Sets are only known for char.
STREAMS void any_characters(C *to, size_t count, const unsigned long long *set) {
  if constexpr (sizeof(C) == 1)
    __cassay_havoc_among(to, count, set[0], set[1], set[2], set[3], 'a', "text read");
  else
    __cassay_havoc(to, count * sizeof(C), "approximate text read");
}

// The set of all characters but one.
template <class C> void all_but(C end, unsigned long long *set) {
  set[0] = set[1] = set[2] = set[3] = ~0ull;
  set[(unsigned char)end / 64] &= ~(1ull << (unsigned char)end % 64);
}

#define ANY(type, primitive)                                                                       \
  inline void any(type &value) { value = __cassay_any_##primitive("number read"); }
ANY(bool, bool)
ANY(short, short)
ANY(unsigned short, ushort)
ANY(int, int)
ANY(unsigned, uint)
ANY(long, long)
ANY(unsigned long, ulong)
ANY(long long, llong)
ANY(unsigned long long, ullong)
ANY(float, float)
ANY(double, double)
ANY(long double, ldouble)
inline void any(void *&value) { value = __cassay_any_ptr("pointer read"); }

template <class I> int digit(I c, unsigned radix) {
  int value = c >= '0' && c <= '9'   ? (int)c - '0'
              : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10
              : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10
                                     : 99;
  return value < (int)radix ? value : -1;
}

// Reads digits of an integer; the magnitude is at most `most` for positive, `least` for negative numbers.
struct Number {
  unsigned long long magnitude;
  bool negative, any_digit, too_large;
};

STREAMS Number read_integer(basic_istream<C, T> &stream) {
  Number number = {0, false, false, false};
  basic_streambuf<C, T> *from = stream.rdbuf();
  typename T::int_type c = from->sgetc();
  if (c == '-' || c == '+') {
    number.negative = c == '-';
    c = from->snextc();
  }
  int base = stream.flags_ & basefield;
  unsigned radix = base == hex ? 16 : base == oct ? 8 : 10;
  if (c == '0' && (radix == 16 || base == 0)) {
    number.any_digit = true;
    c = from->snextc();
    if (c == 'x' || c == 'X') {
      number.any_digit = false;
      radix = 16;
      c = from->snextc();
    } else if (base == 0) {
      radix = 8;
    }
  }
  for (int value; c != no_character<T> && (value = digit(c, radix)) >= 0; c = from->snextc()) {
    number.any_digit = true;
    unsigned long long next;
    if (__builtin_mul_overflow(number.magnitude, (unsigned long long)radix, &next) ||
        __builtin_add_overflow(next, (unsigned long long)value, &next))
      number.too_large = true;
    else
      number.magnitude = next;
  }
  if (c == no_character<T>)
    stream.state_ = stream.state_ | eofbit;
  return number;
}

template <class V, class C, class T> void extract_signed(basic_istream<C, T> &stream, V &value, V least, V most) {
  Number number = read_integer(stream);
  _Ios_Iostate state = goodbit;
  unsigned long long limit = number.negative ? 0ull - (unsigned long long)(long long)least : (unsigned long long)most;
  if (!number.any_digit) {
    value = 0;
    state = failbit;
  } else if (number.too_large || number.magnitude > limit) {
    value = number.negative ? least : most;
    state = failbit;
  } else {
    value = number.negative ? (V)(0ull - number.magnitude) : (V)number.magnitude;
  }
  if (state || stream.state_)
    stream.setstate(state);
}

template <class V, class C, class T> void extract_unsigned(basic_istream<C, T> &stream, V &value) {
  Number number = read_integer(stream);
  _Ios_Iostate state = goodbit;
  if (!number.any_digit) {
    value = 0;
    state = failbit;
  } else if (number.too_large || number.magnitude > (V)-1) {
    value = (V)-1;
    state = failbit;
  } else {
    value = number.negative ? (V)0 - (V)number.magnitude : (V)number.magnitude;
  }
  if (state || stream.state_)
    stream.setstate(state);
}

STREAMS void extract(basic_istream<C, T> &stream, short &value) {
  extract_signed<short>(stream, value, -__SHRT_MAX__ - 1, __SHRT_MAX__);
}
STREAMS void extract(basic_istream<C, T> &stream, int &value) {
  extract_signed<int>(stream, value, -__INT_MAX__ - 1, __INT_MAX__);
}
STREAMS void extract(basic_istream<C, T> &stream, long &value) {
  extract_signed<long>(stream, value, -__LONG_MAX__ - 1, __LONG_MAX__);
}
STREAMS void extract(basic_istream<C, T> &stream, long long &value) {
  extract_signed<long long>(stream, value, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__);
}
STREAMS void extract(basic_istream<C, T> &stream, unsigned short &value) { extract_unsigned(stream, value); }
STREAMS void extract(basic_istream<C, T> &stream, unsigned &value) { extract_unsigned(stream, value); }
STREAMS void extract(basic_istream<C, T> &stream, unsigned long &value) { extract_unsigned(stream, value); }
STREAMS void extract(basic_istream<C, T> &stream, unsigned long long &value) { extract_unsigned(stream, value); }

STREAMS void extract(basic_istream<C, T> &stream, bool &value) {
  if (stream.flags_ & boolalpha) {
    __cassay_unsupported("input of a bool as a word");
    return;
  }
  long number;
  extract(stream, number);
  value = number != 0;
  if (number != 0 && number != 1)
    stream.setstate(failbit);
}

STREAMS void extract(basic_istream<C, T> &stream, void *&value) {
  __cassay_unsupported("input of a pointer from text");
}

// The longest text of a floating-point number that is read.
const size_t most_float = 64;

// Reads what may belong to a floating-point number.
STREAMS size_t read_float(basic_istream<C, T> &stream, char *text) {
  size_t length = 0;
  bool point = false, exponent = false, digits = false;
  basic_streambuf<C, T> *from = stream.rdbuf();
  for (auto c = from->sgetc();; c = from->snextc()) {
    if (c == no_character<T>) {
      stream.state_ = stream.state_ | eofbit;
      break;
    }
    bool sign = (c == '-' || c == '+') && (length == 0 || text[length - 1] == 'e');
    if (c >= '0' && c <= '9')
      digits = true;
    else if (c == '.' && !point && !exponent)
      point = true;
    else if ((c == 'e' || c == 'E') && digits && !exponent)
      exponent = true, c = 'e';
    else if (!sign)
      break;
    if (length == most_float - 1) {
      __cassay_unsupported("input of a floating-point number with more than 63 characters");
      break;
    }
    text[length++] = (char)c;
  }
  text[length] = 0;
  return length;
}

#define EXTRACT_FLOAT(type, function)                                                              \
  STREAMS void extract(basic_istream<C, T> &stream, type &value) {                                                     \
    char text[most_float], *end;                                                                   \
    size_t length = read_float(stream, text);                                                      \
    value = function(text, &end);                                                                  \
    if (length == 0 || end != text + length) {                                                     \
      value = 0;                                                                                   \
      stream.setstate(failbit);                                                                    \
    }                                                                                              \
  }
EXTRACT_FLOAT(float, strtof)
EXTRACT_FLOAT(double, strtod)
EXTRACT_FLOAT(long double, strtold)

template <class V, class C, class T> void read_value(basic_istream<C, T> &stream, V &value) {
  if (reads_anything(stream)) {
    if (!fails(stream))
      any(value);
    else if (!(stream.state_ & badbit))
      value = 0;
    return;
  }
  typename basic_istream<C, T>::sentry guard(stream);
  if (guard.ok)
    extract(stream, value);
}
} // namespace

} // namespace std

#endif
