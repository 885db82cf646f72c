// Input of numbers with libc++. What comes from the keyboard is any value or a failure; other streams are parsed in the
// classic locale. Numbers are read as digits of a known base, so that the facets of locales are not needed.
#include "cxx/llvm/stream.hpp"

extern "C" {
double strtod(const char *, char **);
long double strtold(const char *, char **);
float strtof(const char *, char **);
}

namespace std {
namespace __1 {

namespace {
bool reads_anything(const istream &stream) { return stream.rdbuf() == keyboard(); }

// The next input may be missing or malformed. What is left of it is any input again.
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

// Leaves out the prefix of a base, if there is one, and says which base the digits have.
unsigned radix_of(streambuf &from, unsigned flags, bool &any_digit) {
  unsigned base = flags & basefield;
  unsigned radix = base == hex ? 16 : base == oct ? 8 : 10;
  if (from.sgetc() != '0' || (radix != 16 && base != 0))
    return radix;
  any_digit = true;
  int c = from.snextc();
  if (c != 'x' && c != 'X')
    return base == 0 ? 8 : radix;
  any_digit = false;
  from.snextc();
  return 16;
}

struct Number {
  unsigned long long magnitude;
  bool negative, any_digit, too_large;
};

Number read_integer(istream &stream) {
  Number number = {0, false, false, false};
  streambuf &from = *stream.rdbuf();
  int c = from.sgetc();
  if (c == '-' || c == '+') {
    number.negative = c == '-';
    from.snextc();
  }
  unsigned radix = radix_of(from, stream.flags_, number.any_digit);
  int value;
  for (c = from.sgetc(); c != -1 && (value = digit(c, radix)) >= 0; c = from.snextc()) {
    number.any_digit = true;
    unsigned long long next;
    if (__builtin_mul_overflow(number.magnitude, (unsigned long long)radix, &next) ||
        __builtin_add_overflow(next, (unsigned long long)value, &next))
      number.too_large = true;
    else
      number.magnitude = next;
  }
  if (c == -1)
    stream.state_ |= eofbit;
  return number;
}

// Stores what was read between the least and the greatest value; for unsigned numbers `least` is zero, and a
// negative number wraps around.
template <class V> void store(istream &stream, V &value, V least, V most) {
  Number number = read_integer(stream);
  bool is_signed = (V)-1 < (V)0;
  unsigned long long limit = number.negative && is_signed
                                 ? 0ull - (unsigned long long)(long long)least
                                 : (unsigned long long)most;
  unsigned state = goodbit;
  if (!number.any_digit) {
    value = 0;
    state = failbit;
  } else if (number.too_large || number.magnitude > limit) {
    value = number.negative && is_signed ? least : most;
    state = failbit;
  } else {
    value = number.negative ? (V)(0ull - number.magnitude) : (V)number.magnitude;
  }
  if (state || stream.state_)
    stream.setstate(state);
}

#define SIGNED(type, most)                                                                         \
  void extract(istream &stream, type &value) { store<type>(stream, value, (type)(-most - 1), most); }
#define UNSIGNED(type)                                                                             \
  void extract(istream &stream, type &value) { store<type>(stream, value, 0, (type)-1); }
SIGNED(short, __SHRT_MAX__)
SIGNED(int, __INT_MAX__)
SIGNED(long, __LONG_MAX__)
SIGNED(long long, __LONG_LONG_MAX__)
UNSIGNED(unsigned short)
UNSIGNED(unsigned)
UNSIGNED(unsigned long)
UNSIGNED(unsigned long long)

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

void extract(istream &, void *&) { __cassay_unsupported("input of a pointer from text"); }

// The longest text of a floating-point number that is read.
const size_t most_float = 64;

// Reads what may belong to a floating-point number.
size_t read_float(istream &stream, char *text) {
  size_t length = 0;
  bool point = false, exponent = false, digits = false;
  streambuf *from = stream.rdbuf();
  for (int c = from->sgetc();; c = from->snextc()) {
    if (c == -1) {
      stream.state_ |= eofbit;
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

#define FLOATING(type, function)                                                                   \
  void extract(istream &stream, type &value) {                                                     \
    char text[most_float], *after;                                                                 \
    size_t length = read_float(stream, text);                                                      \
    value = function(text, &after);                                                                \
    if (length == 0 || after != text + length) {                                                   \
      value = 0;                                                                                   \
      stream.setstate(failbit);                                                                    \
    }                                                                                              \
  }
FLOATING(float, strtof)
FLOATING(double, strtod)
FLOATING(long double, strtold)

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

#define EXTRACTS(type)                                                                             \
  template <class C, class T> basic_istream<C, T> &basic_istream<C, T>::operator>>(type value) {   \
    read_value(*this, value);                                                                      \
    return *this;                                                                                  \
  }                                                                                                \
  template istream &istream::operator>>(type);
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

} // namespace __1
} // namespace std
