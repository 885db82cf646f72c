// Output streams. What goes to the screen is not formatted.
#include "cxx/stream.hpp"

extern "C" int snprintf(char *, size_t, const char *, ...);

namespace std {

namespace {
// Room for the longest number of a floating-point type in fixed notation with a usual precision.
const size_t room = 512;

bool prints_nowhere(const ostream &stream) { return stream.rdbuf() == screen(); }

// Writes a text with the width and fill of the stream. The first `prefix` characters, a sign or a base, come
// before fill characters that are put inside.
void padded(ostream &stream, const char *text, streamsize length, streamsize prefix) {
  streamsize width = stream.width_;
  stream.width_ = 0;
  if (width <= length) {
    stream._M_write(text, length);
    return;
  }
  int adjust = stream.flags_ & adjustfield;
  streamsize before = adjust == left ? length : adjust == internal ? prefix : 0;
  char fill = stream.fill();
  stream._M_write(text, before);
  for (streamsize missing = width - length; missing > 0; missing--)
    stream._M_write(&fill, 1);
  stream._M_write(text + before, length - before);
}

// Writes a number in the base of the stream; a negative one only in base 10.
void insert_integer(ostream &stream, unsigned long long magnitude, bool negative, bool is_signed) {
  if (prints_nowhere(stream)) {
    stream.width_ = 0;
    return;
  }
  ostream::sentry sentry(stream);
  if (!stream.state_) {
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
    padded(stream, start, end - start, prefix);
  }
}

// The same for signed numbers; in other bases than 10 their bits are shown.
template <class V, class U> void insert_signed(ostream &stream, V value) {
  int base = stream.flags_ & basefield;
  bool negative = value < 0 && base != hex && base != oct;
  insert_integer(stream, negative ? (U)0 - (U)value : (U)value, negative, true);
}

template <class V> void insert_float(ostream &stream, V value, const char *length) {
  if (prints_nowhere(stream)) {
    stream.width_ = 0;
    return;
  }
  ostream::sentry sentry(stream);
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
  padded(stream, text, size, text[0] == '-' || text[0] == '+');
}

void insert(ostream &stream, long value) { insert_signed<long, unsigned long>(stream, value); }
void insert(ostream &stream, long long value) {
  insert_signed<long long, unsigned long long>(stream, value);
}
void insert(ostream &stream, unsigned long value) { insert_integer(stream, value, false, false); }
void insert(ostream &stream, unsigned long long value) {
  insert_integer(stream, value, false, false);
}
void insert(ostream &stream, double value) { insert_float(stream, value, ""); }
void insert(ostream &stream, long double value) { insert_float(stream, value, "L"); }

void insert(ostream &stream, bool value) {
  if (!(stream.flags_ & boolalpha)) {
    insert_integer(stream, value, false, true);
  } else if (prints_nowhere(stream)) {
    stream.width_ = 0;
  } else {
    ostream::sentry sentry(stream);
    if (!stream.state_)
      padded(stream, value ? "true" : "false", value ? 4 : 5, 0);
  }
}

void insert(ostream &stream, const void *value) {
  if (prints_nowhere(stream)) {
    stream.width_ = 0;
    return;
  }
  _Ios_Fmtflags flags = stream.flags_;
  stream.flags_ = _Ios_Fmtflags((flags & ~(basefield | uppercase)) | hex | showbase);
  insert_integer(stream, (unsigned long)value, false, false);
  stream.flags_ = flags;
}
} // namespace

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
  return __ostream_insert(*this, "nullptr", 7);
}

template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::operator<<(basic_streambuf<C, T> *from) {
  if (!from) {
    this->setstate(badbit);
    return *this;
  }
  streamsize copied = 0;
  for (int c = from->sgetc(); c != -1; c = from->snextc(), copied++)
    if (this->rdbuf()->sputc((C)c) == -1)
      break;
  if (!copied)
    this->setstate(failbit);
  return *this;
}

// Writes characters as they are.
template <class C, class T> void basic_ostream<C, T>::_M_write(const C *text, streamsize length) {
  if (this->rdbuf() != screen() && this->rdbuf()->xsputn(text, length) != length)
    this->setstate(badbit);
}

template <class C, class T> basic_ostream<C, T> &basic_ostream<C, T>::put(C c) {
  if (prints_nowhere(*this))
    return *this;
  sentry guard(*this);
  if (!this->state_ && this->rdbuf()->sputc(c) == -1)
    this->setstate(badbit);
  return *this;
}

template <class C, class T>
basic_ostream<C, T> &basic_ostream<C, T>::write(const C *text, streamsize length) {
  if (prints_nowhere(*this)) {
    if (length > 0) {
      TOUCH(text);
      TOUCH(text + length - 1);
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

template class basic_ostream<char, char_traits<char>>;
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);
template ostream &__ostream_insert(ostream &, const char *, streamsize);

} // namespace std
