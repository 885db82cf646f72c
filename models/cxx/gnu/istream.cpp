// Input streams. What comes from the keyboard is any value or a failure.
#include "cxx/stream.hpp"

extern "C" {
double strtod(const char *, char **);
long double strtold(const char *, char **);
float strtof(const char *, char **);
}

namespace std {

namespace {
bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool reads_anything(const istream &stream) { return stream.rdbuf() == keyboard(); }

// The next input of a formatted kind may be missing or malformed. What is left of it is any input again.
bool fails(istream &stream) {
  if (stream.state_) {
    stream.setstate(failbit);
    return true;
  }
  if (__cassay_any_bool("input is not of this kind")) {
    stream.setstate(__cassay_any_bool("end of the input") ? failbit | eofbit : failbit);
    return true;
  }
  if (__cassay_any_bool("end of the input"))
    stream.setstate(eofbit);
  return false;
}

#define ANY(type, primitive)                                                                       \
  void any(type &value) { value = __cassay_any_##primitive("number read"); }
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
void any(void *&value) { value = __cassay_any_ptr("pointer read"); }

int digit(int c, unsigned radix) {
  int value = c >= '0' && c <= '9'   ? c - '0'
              : c >= 'a' && c <= 'f' ? c - 'a' + 10
              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                     : 99;
  return value < (int)radix ? value : -1;
}

// Reads digits of an integer; the magnitude is at most `most` for positive, `least` for negative numbers.
struct Number {
  unsigned long long magnitude;
  bool negative, any_digit, too_large;
};

Number read_integer(istream &stream) {
  Number number = {0, false, false, false};
  streambuf *from = stream.rdbuf();
  int c = from->sgetc();
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
  for (int value; c != -1 && (value = digit(c, radix)) >= 0; c = from->snextc()) {
    number.any_digit = true;
    unsigned long long next;
    if (__builtin_mul_overflow(number.magnitude, (unsigned long long)radix, &next) ||
        __builtin_add_overflow(next, (unsigned long long)value, &next))
      number.too_large = true;
    else
      number.magnitude = next;
  }
  if (c == -1)
    stream.state_ = stream.state_ | eofbit;
  return number;
}

template <class V> void extract_signed(istream &stream, V &value, V least, V most) {
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

template <class V> void extract_unsigned(istream &stream, V &value) {
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

void extract(istream &stream, short &value) {
  extract_signed<short>(stream, value, -__SHRT_MAX__ - 1, __SHRT_MAX__);
}
void extract(istream &stream, int &value) {
  extract_signed<int>(stream, value, -__INT_MAX__ - 1, __INT_MAX__);
}
void extract(istream &stream, long &value) {
  extract_signed<long>(stream, value, -__LONG_MAX__ - 1, __LONG_MAX__);
}
void extract(istream &stream, long long &value) {
  extract_signed<long long>(stream, value, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__);
}
void extract(istream &stream, unsigned short &value) { extract_unsigned(stream, value); }
void extract(istream &stream, unsigned &value) { extract_unsigned(stream, value); }
void extract(istream &stream, unsigned long &value) { extract_unsigned(stream, value); }
void extract(istream &stream, unsigned long long &value) { extract_unsigned(stream, value); }

void extract(istream &stream, bool &value) {
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

void extract(istream &stream, void *&value) {
  __cassay_unsupported("input of a pointer from text");
}

// The longest text of a floating-point number that is read.
const size_t most_float = 64;

// Reads what may belong to a floating-point number.
size_t read_float(istream &stream, char *text) {
  size_t length = 0;
  bool point = false, exponent = false, digits = false;
  streambuf *from = stream.rdbuf();
  for (int c = from->sgetc(); ; c = from->snextc()) {
    if (c == -1) {
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
  void extract(istream &stream, type &value) {                                                     \
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

template <class V> void read_value(istream &stream, V &value) {
  if (reads_anything(stream)) {
    if (!fails(stream))
      any(value);
    else if (!(stream.state_ & badbit))
      value = 0;
    return;
  }
  istream::sentry sentry(stream);
  if (sentry.ok)
    extract(stream, value);
}
} // namespace

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
      int c = stream.rdbuf()->sgetc();
      while (is_space(c))
        c = stream.rdbuf()->snextc();
      if (c == -1)
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
    return -1;
  int c = this->rdbuf()->sbumpc();
  if (c == -1)
    this->setstate(eofbit | failbit);
  else
    count = 1;
  return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C &result) {
  int c = get();
  if (c != -1)
    result = (C)c;
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize size, C end) {
  count = 0;
  sentry guard(*this, true);
  if (guard.ok) {
    int c = this->rdbuf()->sgetc();
    while (count + 1 < size && c != -1 && (C)c != end) {
      *to++ = (C)c;
      count++;
      c = this->rdbuf()->snextc();
    }
    if (c == -1)
      this->setstate(eofbit);
  }
  if (size > 0)
    *to = 0;
  if (!count)
    this->setstate(failbit);
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::get(C *to, streamsize size) {
  return get(to, size, '\n');
}

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::getline(C *to, streamsize size, C end) {
  count = 0;
  streamsize kept = 0;
  sentry guard(*this, true);
  _Ios_Iostate state = goodbit;
  if (guard.ok) {
    int c = this->rdbuf()->sgetc();
    while (kept + 1 < size && c != -1 && (C)c != end) {
      to[kept++] = (C)c;
      c = this->rdbuf()->snextc();
    }
    count = kept;
    if (c == -1) {
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
  return getline(to, size, '\n');
}

template <class C, class T>
basic_istream<C, T> &basic_istream<C, T>::ignore(streamsize most, int_type end) {
  count = 0;
  sentry guard(*this, true);
  // Whatever is left out, what follows is any input.
  if (guard.ok && reads_anything(*this)) {
    if (__cassay_any_bool("end of the input"))
      this->setstate(eofbit);
    count = __cassay_any_long("characters left out");
    __cassay_assume(count >= 0 && count <= most);
  } else if (guard.ok) {
    while (count < most) {
      int c = this->rdbuf()->sbumpc();
      if (c == -1) {
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
  return ignore(most, -1);
}
template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::ignore() { return ignore(1, -1); }

template <class C, class T> typename basic_istream<C, T>::int_type basic_istream<C, T>::peek() {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return -1;
  int c = this->rdbuf()->sgetc();
  if (c == -1)
    this->setstate(eofbit);
  return c;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::read(C *to, streamsize size) {
  count = 0;
  sentry guard(*this, true);
  if (!guard.ok)
    return *this;
  if (reads_anything(*this)) {
    count = __cassay_any_bool("the input is long enough") ? size : __cassay_any_long("bytes read");
    __cassay_assume(count >= 0 && count <= size);
    __cassay_havoc(to, (size_t)count, "characters read");
  } else {
    count = this->rdbuf()->xsgetn(to, size);
  }
  if (count != size)
    this->setstate(eofbit | failbit);
  return *this;
}

template <class C, class T> streamsize basic_istream<C, T>::readsome(C *to, streamsize size) {
  count = 0;
  sentry guard(*this, true);
  if (guard.ok) {
    streambuf *from = this->rdbuf();
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
    streambuf *from = this->rdbuf();
    if (from->in_beg < from->in_cur && from->in_cur[-1] == c)
      from->in_cur--;
    else if (from->pbackfail((unsigned char)c) == -1)
      this->setstate(badbit);
  }
  return *this;
}

template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::unget() {
  count = 0;
  this->clear(_Ios_Iostate(this->state_ & ~eofbit));
  sentry guard(*this, true);
  if (guard.ok) {
    streambuf *from = this->rdbuf();
    if (from->in_beg < from->in_cur)
      from->in_cur--;
    else if (from->pbackfail() == -1)
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

template class basic_istream<char, char_traits<char>>;
template class basic_iostream<char, char_traits<char>>;
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);

template <class C, class T> basic_istream<C, T> &ws(basic_istream<C, T> &stream) {
  typename basic_istream<C, T>::sentry guard(stream, true);
  int c = stream.rdbuf()->sgetc();
  while (is_space(c))
    c = stream.rdbuf()->snextc();
  if (c == -1)
    stream.setstate(eofbit);
  return stream;
}
template istream &ws(istream &);

template <class C, class T> basic_istream<C, T> &operator>>(basic_istream<C, T> &stream, C &result) {
  typename basic_istream<C, T>::sentry guard(stream);
  if (guard.ok) {
    int c = stream.rdbuf()->sbumpc();
    if (c == -1)
      stream.setstate(eofbit | failbit);
    else
      result = (C)c;
  }
  return stream;
}
template istream &operator>>(istream &, char &);

namespace {
// Replaces the text of a string by one of a known length, which the caller then writes.
char *renew(string &text, size_t length) {
  size_t capacity = text.start == text.local ? 15 : text.capacity;
  if (length > capacity) {
    if (text.start != text.local)
      ::operator delete(text.start);
    text.start = (char *)::operator new(length + 1);
    text.capacity = length;
  }
  text.length = length;
  text.start[length] = 0;
  return text.start;
}

void append(string &text, char c) {
  size_t length = text.length, capacity = text.start == text.local ? 15 : text.capacity;
  if (length == capacity) {
    char *more = (char *)::operator new(2 * capacity + 1);
    __builtin_memcpy(more, text.start, length);
    if (text.start != text.local)
      ::operator delete(text.start);
    text.start = more;
    text.capacity = 2 * capacity;
  }
  text.start[length] = c;
  text.start[length + 1] = 0;
  text.length = length + 1;
}

// Any text of at least `least` characters without those in a set.
void any_text(string &text, size_t least, const unsigned long long *set) {
  size_t length = __cassay_any_size("length of the text read");
  __cassay_assume(length >= least && length < __PTRDIFF_MAX__ / 4);
  char *start = renew(text, length);
  __cassay_havoc_among(start, length, set[0], set[1], set[2], set[3], 'a', "text read");
}
} // namespace


template <class C, class T, class A>
basic_istream<C, T> &operator>>(basic_istream<C, T> &stream, basic_string<C, T, A> &text) {
  if (reads_anything(stream)) {
    // All but spaces.
    static const unsigned long long set[4] = {~0x100003e00ull, ~0ull, ~0ull, ~0ull};
    if (!fails(stream))
      any_text(text, 1, set);
    return stream;
  }
  typename basic_istream<C, T>::sentry guard(stream);
  if (!guard.ok)
    return stream;
  renew(text, 0);
  streamsize width = stream.width_ > 0 ? stream.width_ : __PTRDIFF_MAX__, read = 0;
  stream.width_ = 0;
  int c = stream.rdbuf()->sgetc();
  for (; read < width && c != -1 && !is_space(c); c = stream.rdbuf()->snextc(), read++)
    append(text, (char)c);
  if (c == -1)
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
    } else if (__cassay_any_bool("no line is left")) {
      renew(text, 0);
      stream.setstate(eofbit | failbit);
    } else {
      unsigned long long set[4] = {~0ull, ~0ull, ~0ull, ~0ull};
      set[(unsigned char)end / 64] &= ~(1ull << (unsigned char)end % 64);
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
  renew(text, 0);
  int c = stream.rdbuf()->sgetc();
  bool nothing = true;
  for (; c != -1 && (C)c != end; c = stream.rdbuf()->snextc()) {
    nothing = false;
    append(text, (char)c);
  }
  if (c == -1)
    stream.setstate(nothing ? eofbit | failbit : eofbit);
  else
    stream.rdbuf()->sbumpc();
  return stream;
}

template <class C, class T, class A>
basic_istream<C, T> &getline(basic_istream<C, T> &stream, basic_string<C, T, A> &text) {
  return getline(stream, text, '\n');
}

// A word of at most size - 1 characters into an array.
void __istream_extract(istream &stream, char *to, streamsize size) {
  if (reads_anything(stream)) {
    static const unsigned long long set[4] = {~0x100003e00ull, ~0ull, ~0ull, ~0ull};
    streamsize width = stream.width_;
    stream.width_ = 0;
    if (width > 0 && width < size)
      size = width;
    if (fails(stream)) {
      if (size > 0)
        *to = 0;
      return;
    }
    size_t length = __cassay_any_size("length of the text read");
    __cassay_assume(length >= 1 && length < (size_t)size);
    __cassay_havoc_among(to, length, set[0], set[1], set[2], set[3], 'a', "text read");
    to[length] = 0;
    return;
  }
  istream::sentry guard(stream);
  if (!guard.ok)
    return;
  streamsize width = stream.width_ > 0 && stream.width_ < size ? stream.width_ : size, read = 0;
  stream.width_ = 0;
  int c = stream.rdbuf()->sgetc();
  for (; read + 1 < width && c != -1 && !is_space(c); c = stream.rdbuf()->snextc())
    to[read++] = (char)c;
  to[read] = 0;
  if (c == -1)
    stream.setstate(read ? eofbit : eofbit | failbit);
  else if (!read)
    stream.setstate(failbit);
}

template istream &operator>>(istream &, string &);
template istream &getline(istream &, string &, char);
template istream &getline(istream &, string &);

} // namespace std
