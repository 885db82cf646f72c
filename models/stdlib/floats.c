// Conversion of text to floating-point numbers (C17 7.22.1.3). If the type represents the digits and the
// power of ten exactly, one operation gives the correctly rounded result. Other numbers are approximated.
#include "cassay.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum kind { NOTHING, DECIMAL, HEXADECIMAL, INFINITY_WORD, NAN_WORD };

// A parsed number: mantissa times a power of ten or two. Digits that do not fit are dropped.
struct number {
  enum kind kind;
  _Bool negative;
  _Bool lost;
  uint64_t mantissa;
  int exponent;
  size_t end;
};

// Powers of ten that long double represents exactly.
static const long double tens[] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
    1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

// Greater exponents make no difference.
#define FAR 100000

static _Bool says(const char *text, const char *word) {
  size_t i = 0;
  while (word[i] && (text[i] | 32) == word[i])
    i++;
  return !word[i];
}

static unsigned digit_of(char c, unsigned base) {
  unsigned small = (unsigned char)c | 32;
  if ((unsigned)c - '0' <= 9u)
    return (unsigned)c - '0';
  return base == 16 && small - 'a' <= 5u ? small - 'a' + 10 : 99;
}

// Parses digits with a decimal point among them and an exponent after them.
static void read_digits(struct number *number, const char *text, size_t i, unsigned base) {
  _Bool point = 0;
  int shift = 0;
  for (;; i++) {
    if (text[i] == '.' && !point) {
      point = 1;
      continue;
    }
    unsigned digit = digit_of(text[i], base);
    if (digit >= base)
      break;
    number->kind = base == 16 ? HEXADECIMAL : DECIMAL;
    if (number->mantissa <= (UINT64_MAX - 15) / 16) {
      number->mantissa = number->mantissa * base + digit;
      shift -= point;
    } else {
      number->lost |= digit != 0;
      shift += !point;
    }
  }
  number->exponent = base == 16 ? 4 * shift : shift;
  if (number->kind == NOTHING)
    return;
  number->end = i;
  if ((text[i] | 32) != (base == 16 ? 'p' : 'e'))
    return;
  _Bool negative = text[i + 1] == '-';
  i += negative || text[i + 1] == '+' ? 2 : 1;
  int exponent = 0;
  for (; digit_of(text[i], 10) < 10; i++) {
    exponent = exponent < FAR ? exponent * 10 + (int)digit_of(text[i], 10) : FAR;
    number->end = i + 1;
  }
  number->exponent += negative ? -exponent : exponent;
}

static struct number read_number(const char *text) {
  struct number number = {NOTHING, 0, 0, 0, 0, 0};
  size_t i = 0;
  while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))
    i++;
  if (text[i] == '-' || text[i] == '+')
    number.negative = text[i++] == '-';
  if (says(text + i, "inf")) {
    number.kind = INFINITY_WORD;
    number.end = i + (says(text + i + 3, "inity") ? 8 : 3);
    return number;
  }
  if (says(text + i, "nan")) {
    number.kind = NAN_WORD;
    number.end = i + 3;
    if (text[i + 3] != '(')
      return number;
    for (i += 4; digit_of(text[i], 10) < 10 || (unsigned)(text[i] | 32) - 'a' <= 25u ||
                 text[i] == '_';
         i++)
      ;
    if (text[i] == ')')
      number.end = i + 1;
    return number;
  }
  if (text[i] == '0' && (text[i + 1] | 32) == 'x' &&
      (digit_of(text[i + 2], 16) < 16 ||
       (text[i + 2] == '.' && digit_of(text[i + 3], 16) < 16)))
    read_digits(&number, text, i + 2, 16);
  else
    read_digits(&number, text, i, 10);
  return number;
}

#define DEFINE(T, S, ANY, P, MOST_TENS, name)                                                      \
  static T value_of##S(const struct number *number) {                                                 \
    __cassay_note("a number with more digits than its type represents is read as any number");     \
    if (number->kind == INFINITY_WORD)                                                             \
      return (T)__builtin_inf();                                                                   \
    if (number->kind == NAN_WORD)                                                                  \
      return (T)__builtin_nan("");                                                                 \
    if (number->mantissa == 0)                                                                     \
      return 0;                                                                                    \
    int e = number->exponent;                                                                      \
    if (!number->lost && number->mantissa >> (P##_MANT_DIG - 1) <= 1) {                            \
      if (number->kind == HEXADECIMAL)                                                             \
        return scalbn##S((T)number->mantissa, e);                                                  \
      if (e >= 0 && e <= MOST_TENS)                                                                \
        return (T)number->mantissa * (T)tens[e];                                                   \
      if (e < 0 && e >= -MOST_TENS)                                                                \
        return (T)number->mantissa / (T)tens[-e];                                                  \
    }                                                                                              \
    T any = __cassay_any_##ANY("approximate number in the text");                                        \
    __cassay_assume(any >= 0);                                                                     \
    if (any < P##_MIN || any > P##_MAX)                                                            \
      errno = ERANGE;                                                                              \
    return any;                                                                                    \
  }                                                                                                \
                                                                                                   \
  T name(const char *restrict text, char **restrict end) {                                         \
    struct number number = read_number(text);                                                      \
    if (end)                                                                                       \
      *end = (char *)text + number.end;                                                            \
    if (number.kind == NOTHING)                                                                    \
      return 0;                                                                                    \
    T value = value_of##S(&number);                                                                   \
    return number.negative ? -value : value;                                                       \
  }

DEFINE(double, , double, DBL, 22, strtod)
DEFINE(float, f, float, FLT, 10, strtof)
DEFINE(long double, l, ldouble, LDBL, 27, strtold)

double atof(const char *text) { return strtod(text, NULL); }
