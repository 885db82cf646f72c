// How values become characters of an output stream.
#ifndef CASSAY_STREAM_INSERT_HPP
#define CASSAY_STREAM_INSERT_HPP

#include "cxx/stream.hpp"

extern "C" int snprintf(char *, size_t, const char *, ...);

#define STREAMS template <class C, class T>

namespace std {
namespace {
// Room for the longest number of a floating-point type in fixed notation with a usual precision.
const size_t room = 512;

// Writes a text with the width and fill of the stream. The first `prefix` characters, a sign or a base, come
// before fill characters that are put inside.
STREAMS void padded(basic_ostream<C, T> &stream, const C *text, streamsize length, streamsize prefix) {
  streamsize width = stream.width_;
  stream.width_ = 0;
  if (width <= length) {
    stream._M_write(text, length);
    return;
  }
  int adjust = stream.flags_ & adjustfield;
  streamsize before = adjust == left ? length : adjust == internal ? prefix : 0;
  C fill = stream.fill();
  stream._M_write(text, before);
  for (streamsize missing = width - length; missing > 0; missing--)
    stream._M_write(&fill, 1);
  stream._M_write(text + before, length - before);
}

// The same for a text in ASCII.
STREAMS void padded_ascii(basic_ostream<C, T> &stream, const char *text, streamsize length, streamsize prefix) {
  if constexpr (sizeof(C) == 1) {
    padded(stream, text, length, prefix);
  } else {
    C wide[room];
    for (streamsize i = 0; i < length; i++)
      wide[i] = (C)text[i];
    padded(stream, (const C *)wide, length, prefix);
  }
}

// For streams whose text nobody sees. Printing to a file may fail.
STREAMS bool is_shown(basic_ostream<C, T> &stream) {
  if (prints_nowhere(stream)) {
    stream.width_ = 0;
    return false;
  }
  if (!prints_to_file(stream))
    return true;
  typename basic_ostream<C, T>::sentry guard(stream);
  if (!stream.state_) {
    stream.width_ = 0;
    if (stream.rdbuf()->seekoff(0, cur, some_characters).offset == -1)
      stream.setstate(badbit);
  }
  return false;
}

// Writes a number in the base of the stream; a negative one only in base 10.
STREAMS void insert_integer(basic_ostream<C, T> &stream, unsigned long long magnitude, bool negative, bool is_signed) {
  if (!is_shown(stream))
    return;
  typename basic_ostream<C, T>::sentry guard(stream);
  if (stream.state_)
    return;
  int flags = stream.flags_, base = flags & basefield;
  unsigned radix = base == hex ? 16 : base == oct ? 8 : 10;
  char digits[32];
  char *const end = digits + sizeof digits, *start = end;
  const char *alphabet = flags & uppercase ? "0123456789ABCDEF" : "0123456789abcdef";
  bool zero = magnitude == 0;
  do {
    *--start = alphabet[magnitude % radix];
    magnitude /= radix;
  } while (magnitude);
  streamsize prefix = 0;
  if (radix == 10 && (negative || (flags & showpos && is_signed))) {
    *--start = negative ? '-' : '+';
    prefix = 1;
  } else if (radix == 16 && flags & showbase && !zero) {
    *--start = flags & uppercase ? 'X' : 'x';
    *--start = '0';
    prefix = 2;
  } else if (radix == 8 && flags & showbase && !zero) {
    *--start = '0';
  }
  padded_ascii(stream, start, end - start, prefix);
}

// The same for signed numbers; in other bases than 10 their bits are shown.
template <class V, class U, class C, class T> void insert_signed(basic_ostream<C, T> &stream, V value) {
  int base = stream.flags_ & basefield;
  bool negative = value < 0 && base != hex && base != oct;
  insert_integer(stream, negative ? (U)0 - (U)value : (U)value, negative, true);
}

template <class V, class C, class T> void insert_float(basic_ostream<C, T> &stream, V value, const char *length) {
  if (!is_shown(stream))
    return;
  typename basic_ostream<C, T>::sentry guard(stream);
  if (stream.state_)
    return;
  int flags = stream.flags_, notation = flags & floatfield;
  char format[12], text[room];
  char *next = format;
  *next++ = '%';
  if (flags & showpos)
    *next++ = '+';
  if (flags & showpoint)
    *next++ = '#';
  if (notation != floatfield) {
    *next++ = '.';
    *next++ = '*';
  }
  for (; *length; length++)
    *next++ = *length;
  bool upper = flags & uppercase;
  if (notation == fixed)
    *next++ = upper ? 'F' : 'f';
  else if (notation == scientific)
    *next++ = upper ? 'E' : 'e';
  else if (notation == floatfield)
    *next++ = upper ? 'A' : 'a';
  else
    *next++ = upper ? 'G' : 'g';
  *next = 0;
  int precision = (int)stream.precision_;
  int size = notation == floatfield ? snprintf(text, room, format, value)
                                    : snprintf(text, room, format, precision, value);
  if (size < 0 || size >= (int)room) {
    __cassay_unsupported("a floating-point number with more than 511 characters");
    return;
  }
  padded_ascii(stream, text, size, text[0] == '-' || text[0] == '+');
}

STREAMS void insert(basic_ostream<C, T> &stream, long value) {
  insert_signed<long, unsigned long>(stream, value);
}
STREAMS void insert(basic_ostream<C, T> &stream, long long value) {
  insert_signed<long long, unsigned long long>(stream, value);
}
STREAMS void insert(basic_ostream<C, T> &stream, unsigned long value) {
  insert_integer(stream, value, false, false);
}
STREAMS void insert(basic_ostream<C, T> &stream, unsigned long long value) {
  insert_integer(stream, value, false, false);
}
STREAMS void insert(basic_ostream<C, T> &stream, double value) { insert_float(stream, value, ""); }
STREAMS void insert(basic_ostream<C, T> &stream, long double value) { insert_float(stream, value, "L"); }

STREAMS void insert(basic_ostream<C, T> &stream, bool value) {
  if (!(stream.flags_ & boolalpha)) {
    insert_integer(stream, value, false, true);
  } else if (is_shown(stream)) {
    typename basic_ostream<C, T>::sentry guard(stream);
    if (!stream.state_)
      padded_ascii(stream, value ? "true" : "false", value ? 4 : 5, 0);
  }
}

STREAMS void insert(basic_ostream<C, T> &stream, const void *value) {
  _Ios_Fmtflags flags = stream.flags_;
  stream.flags_ = _Ios_Fmtflags((flags & ~(basefield | uppercase)) | hex | showbase);
  insert_integer(stream, (unsigned long)value, false, false);
  stream.flags_ = flags;
}
} // namespace
} // namespace std

#endif
