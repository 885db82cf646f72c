// Numbers in formatted input.
#ifndef CASSAY_SCAN_NUMBER_H
#define CASSAY_SCAN_NUMBER_H

#include "stdio/conversion.h"
#include "stdio/input.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

// A number as it is written in the input.
struct written {
  unsigned long long magnitude;
  _Bool negative;
  _Bool too_large;
};

// Numbers with a width of at most this are read from streams digit by digit.
#define SHORT_NUMBER 20

static inline unsigned digit_value(int c) {
  unsigned small = (unsigned)c | 32;
  if ((unsigned)c - '0' <= 9u)
    return (unsigned)c - '0';
  return c < 128 && small - 'a' <= 5u ? small - 'a' + 10 : 99;
}

// The number that is being read.
static struct written number;

static inline void add_digit(unsigned base, unsigned digit) {
  unsigned long long larger;
  if (__builtin_mul_overflow(number.magnitude, (unsigned long long)base, &larger) ||
      __builtin_add_overflow(larger, digit, &larger))
    number.too_large = 1;
  number.magnitude = larger;
}

static const unsigned long long most_of_digits[] = {0,
                                                    9,
                                                    99,
                                                    999,
                                                    9999,
                                                    99999,
                                                    999999,
                                                    9999999,
                                                    99999999,
                                                    999999999,
                                                    9999999999,
                                                    99999999999,
                                                    999999999999,
                                                    9999999999999,
                                                    99999999999999,
                                                    999999999999999,
                                                    9999999999999999,
                                                    99999999999999999,
                                                    999999999999999999,
                                                    9999999999999999999u};

// Consumes the digits of an arbitrary number. Their count matters only if the format asks for it.
static inline void any_digits(const LETTER *text, unsigned base, size_t most) {
  unsigned long long decimal = base == 8 ? 0xff000000000000ull : 0x3ff000000000000ull;
  set = (struct set){{decimal, base == 16 ? 0x7e0000007eull : 0, 0, 0}, 0};
  size_t length = skip_run(text, most);
  number.magnitude = approximate ? __cassay_any_ullong("approximate number in the text")
                                 : __cassay_any_ullong("number read");
  if (counted && base == 10)
    __cassay_assume(length >= SHORT_NUMBER - 1 || number.magnitude <= most_of_digits[length + 1]);
}

// Reads an integer: a sign, a prefix of the base, digits. Returns false if there is none. A width of 0
// means that none was given.
static inline _Bool read_written(const LETTER *text, int width, unsigned base) {
  size_t left = width > 0 ? (size_t)width : SIZE_MAX;
  number = (struct written){0, 0, 0};
  int c = peek(text);
  if (c == '-' || c == '+') {
    number.negative = c == '-';
    take();
    left--;
  }
  _Bool found = 0;
  if (left > 0 && peek(text) == '0') {
    found = 1;
    take();
    left--;
    if (left > 0 && (base == 0 || base == 16) && (peek(text) | 32) == 'x') {
      base = 16;
      take();
      left--;
    } else if (base == 0)
      base = 8;
  }
  if (base == 0)
    base = 10;
  _Bool at_once = !followed && !(width > 0 && width <= SHORT_NUMBER);
  size_t steps = at_once ? 1 : !followed ? SHORT_NUMBER : known ? SIZE_MAX : SHORT_TEXT;
  for (size_t i = 0; i < steps; i++) {
    // The character after the number is peeked at even if the width ends the number.
    unsigned digit = digit_value(peek(text));
    if (left == 0 || digit >= base)
      return found;
    found = 1;
    take();
    left--;
    add_digit(base, digit);
  }
  if (at_once)
    any_digits(text, base, left);
  else
    (void)peek(text);
  return found;
}

// The value of a signed number as strtol or strtoll returns it.
static inline long long signed_value(_Bool longest) {
  unsigned long long most = longest ? LLONG_MAX : LONG_MAX;
  most += number.negative;
  unsigned long long magnitude = number.magnitude;
  if (number.too_large || magnitude > most) {
    errno = ERANGE;
    magnitude = most;
  }
  return (long long)(number.negative ? -magnitude : magnitude);
}

static inline unsigned long long unsigned_value(_Bool longest) {
  unsigned long long most = longest ? ULLONG_MAX : ULONG_MAX;
  if (number.too_large || number.magnitude > most) {
    errno = ERANGE;
    return most;
  }
  return number.negative ? -number.magnitude : number.magnitude;
}

// Stores an integer. A value that does not fit is truncated, as in glibc.
static inline void store_integer(enum length length, _Bool is_signed,
                                 struct arguments *arguments) {
  _Bool longest = length == LONG_LONG || length == LONG_DOUBLE || length == INTMAX;
  long long value = is_signed ? signed_value(longest)
                              : (long long)unsigned_value(longest);
  store_count(length, arguments, value);
}

// Room for the text of a floating-point number.
#define NUMBER_ROOM 120

// The letters of the number that is being read, and how many more may belong to it.
static char letters[NUMBER_ROOM];
static size_t letter_count, letters_left;

static inline void take_letter(const LETTER *text) {
  int c = peek(text);
  take();
  if (letter_count + 1 >= NUMBER_ROOM)
    __cassay_unsupported("number of so many digits in formatted input");
  letters[letter_count++] = (char)c;
  letters_left--;
}

// Consumes a word in lower or upper case.
static inline _Bool take_word(const LETTER *text, const char *word) {
  for (size_t i = 0; word[i]; i++) {
    if (letters_left == 0 || (peek(text) | 32) != word[i])
      return 0;
    take_letter(text);
  }
  return 1;
}

// Consumes the letters of a floating-point number. Returns false if there is none.
static inline _Bool take_float(const LETTER *text) {
  int c = peek(text);
  size_t start = c == '-' || c == '+';
  if (start) {
    take_letter(text);
    if (letters_left == 0 || peek(text) == END)
      return 0;
  }
  if ((peek(text) | 32) == 'n')
    return take_word(text, "nan");
  if ((peek(text) | 32) == 'i') {
    if (!take_word(text, "inf"))
      return 0;
    return letters_left == 0 || (peek(text) | 32) != 'i' || take_word(text, "inity");
  }
  _Bool digits = 0, hexadecimal = 0, point = 0, exponent = 0;
  if (peek(text) == '0') {
    take_letter(text);
    // The prefix "0x" is one only if the width leaves room for a digit after it.
    hexadecimal = letters_left > 1 && (peek(text) | 32) == 'x';
    digits = !hexadecimal;
    if (hexadecimal)
      take_letter(text);
  }
  int mark = hexadecimal ? 'p' : 'e';
  for (int i = 0; i < NUMBER_ROOM; i++) {
    if (letters_left == 0)
      break;
    c = peek(text);
    _Bool behind_mark = exponent && (letters[letter_count - 1] | 32) == mark;
    if (digit_value(c) < (hexadecimal && !exponent ? 16 : 10))
      digits = 1;
    else if (digits && !exponent && (c | 32) == mark)
      exponent = point = 1;
    else if (!point && c == '.')
      point = 1;
    else if (!(behind_mark && (c == '-' || c == '+')))
      break;
    take_letter(text);
  }
  return letter_count > start + (hexadecimal ? 2 : 0);
}

// Consumes an arbitrary floating-point number whose first letter was checked.
static inline _Bool any_float(const LETTER *text) {
  int c = peek(text);
  _Bool digit = digit_value(c) < 10;
  _Bool other = c == '-' || c == '+' || c == '.' || (c | 32) == 'n' || (c | 32) == 'i';
  if (!digit && !other)
    return 0;
  take();
  size_t length = any_length();
  __cassay_assume(length < INT_MAX && !pushed);
  taken += length;
  if (digit)
    return 1;
  return approximate ? __cassay_any_bool("approximate number in the text")
                            : __cassay_any_bool("the text is a number");
}

// A NaN that is read has one of two bit patterns.
#define ANY_FLOAT(T, name)                                                                         \
  static inline T any_##name##_value(void) {                                                       \
    T value = approximate ? __cassay_any_##name("approximate number in the text")                  \
                                 : __cassay_any_##name("number read");                             \
    if (value != value)                                                                            \
      value = __builtin_signbit(value) ? -(T)__builtin_nan("") : (T)__builtin_nan("");             \
    return value;                                                                                  \
  }
ANY_FLOAT(float, float)
ANY_FLOAT(double, double)
ANY_FLOAT(long double, ldouble)

// Reads a floating-point number and stores it. Returns false if there is none.
static inline _Bool scan_float(const LETTER *text, int width, enum length length, _Bool skip,
                               struct arguments *arguments) {
  letter_count = 0;
  letters_left = width > 0 ? (size_t)width : SIZE_MAX;
  _Bool exact = followed || (width > 0 && width <= SHORT_NUMBER);
  if (!(exact ? take_float(text) : any_float(text)))
    return 0;
  letters[exact ? letter_count : 0] = 0;
  char *end = letters;
  switch (length) {
  case LONG: {
    double value = exact ? strtod(letters, &end) : any_double_value();
    if (!skip && (!exact || end != letters))
      *va_arg(arguments->list, double *) = value;
    break;
  }
  case LONG_DOUBLE:
  case LONG_LONG: {
    long double value = exact ? strtold(letters, &end) : any_ldouble_value();
    if (!skip && (!exact || end != letters))
      *va_arg(arguments->list, long double *) = value;
    break;
  }
  default: {
    float value = exact ? strtof(letters, &end) : any_float_value();
    if (!skip && (!exact || end != letters))
      *va_arg(arguments->list, float *) = value;
  }
  }
  return !exact || end != letters;
}

#endif
