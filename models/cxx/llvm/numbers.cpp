// std::to_string, std::stoi and their relatives.
#include "cxx/llvm/std.hpp"

extern "C" {
int *__errno_location(void);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
float strtof(const char *, char **);
double strtod(const char *, char **);
long double strtold(const char *, char **);
int snprintf(char *, size_t, const char *, ...);
}

namespace std {
namespace __1 {

namespace {
const int out_of_range_number = 34;

string decimal(unsigned long long magnitude, bool negative) {
  char digits[24];
  char *const end = digits + sizeof digits, *start = end;
  do {
    *--start = (char)('0' + magnitude % 10);
    magnitude /= 10;
  } while (magnitude);
  if (negative)
    *--start = '-';
  return string(start, (size_t)(end - start));
}

string signed_decimal(long long value) {
  return decimal(value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, value < 0);
}

// Room for a floating-point number of usual size.
const size_t room = 512;

template <class V> string fixed(const char *format, V value) {
  char text[room];
  int size = snprintf(text, room, format, value);
  if (size < 0 || size >= (int)room) {
    __cassay_unsupported("a floating-point number with more than 511 characters");
    size = 0;
  }
  return string(text, (size_t)size);
}

[[noreturn]] void nothing_converted(const char *message) { throw invalid_argument(message); }
[[noreturn]] void too_large(const char *message) { throw std::out_of_range(message); }

#define CONVERT(type, name, call)                                                                  \
  type converted_##name(const string &text, size_t *index, int base) {                             \
    char *end;                                                                                     \
    const char *start = text.data();                                                               \
    int *error = __errno_location();                                                               \
    int old = *error;                                                                              \
    *error = 0;                                                                                    \
    type value = call;                                                                             \
    int new_error = *error;                                                                        \
    *error = old;                                                                                  \
    if (new_error == out_of_range_number)                                                          \
      too_large(#name ": out of range");                                                           \
    if (end == start)                                                                              \
      nothing_converted(#name ": no conversion");                                                  \
    if (index)                                                                                     \
      *index = (size_t)(end - start);                                                              \
    return value;                                                                                  \
  }
CONVERT(long, stoi, strtol(start, &end, base))
CONVERT(long, stol, strtol(start, &end, base))
CONVERT(unsigned long, stoul, strtoul(start, &end, base))
CONVERT(long long, stoll, strtoll(start, &end, base))
CONVERT(unsigned long long, stoull, strtoull(start, &end, base))
CONVERT(float, stof, strtof(start, &end))
CONVERT(double, stod, strtod(start, &end))
CONVERT(long double, stold, strtold(start, &end))
} // namespace

string to_string(int value) { return signed_decimal(value); }
string to_string(long value) { return signed_decimal(value); }
string to_string(long long value) { return signed_decimal(value); }
string to_string(unsigned value) { return decimal(value, false); }
string to_string(unsigned long value) { return decimal(value, false); }
string to_string(unsigned long long value) { return decimal(value, false); }
string to_string(float value) { return fixed("%f", (double)value); }
string to_string(double value) { return fixed("%f", value); }
string to_string(long double value) { return fixed("%Lf", value); }

int stoi(const string &text, size_t *index, int base) {
  long value = converted_stoi(text, index, base);
  if (value < -__INT_MAX__ - 1 || value > __INT_MAX__)
    too_large("stoi: out of range");
  return (int)value;
}
long stol(const string &text, size_t *index, int base) { return converted_stol(text, index, base); }
unsigned long stoul(const string &text, size_t *index, int base) {
  return converted_stoul(text, index, base);
}
long long stoll(const string &text, size_t *index, int base) {
  return converted_stoll(text, index, base);
}
unsigned long long stoull(const string &text, size_t *index, int base) {
  return converted_stoull(text, index, base);
}
float stof(const string &text, size_t *index) { return converted_stof(text, index, 10); }
double stod(const string &text, size_t *index) { return converted_stod(text, index, 10); }
long double stold(const string &text, size_t *index) { return converted_stold(text, index, 10); }

} // namespace __1
} // namespace std
