// Conversion of text to integers (C17 7.22.1.4) for any character type.
#ifndef CASSAY_INTEGERS_H
#define CASSAY_INTEGERS_H

#include "cassay.h"

// A parsed number: sign, magnitude and the index of its end, which is 0 if there is no digit.
struct integer {
  unsigned long long magnitude;
  _Bool negative;
  _Bool too_large;
  size_t end;
};

static inline unsigned digit_of(unsigned c) {
  if (c - '0' <= 9u)
    return c - '0';
  if ((c | 32) - 'a' <= 25u)
    return (c | 32) - 'a' + 10;
  return 99;
}

#define DEFINE_READ_INTEGER(name, type)                                                            \
  static struct integer name(const type *text, int base) {                                         \
    struct integer read = {0, 0, 0, 0};                                                            \
    size_t i = 0;                                                                                  \
    CLAIM(base == 0 || (base >= 2 && base <= 36), "the base is 0 or from 2 to 36");                \
    while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))                                 \
      i++;                                                                                         \
    if (text[i] == '-' || text[i] == '+')                                                          \
      read.negative = text[i++] == '-';                                                            \
    if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] | 32) == 'x' &&                \
        digit_of((unsigned)text[i + 2]) < 16) {                                                    \
      base = 16;                                                                                   \
      i += 2;                                                                                      \
    } else if (base == 0)                                                                          \
      base = text[i] == '0' ? 8 : 10;                                                              \
    for (;; i++) {                                                                                 \
      unsigned digit = digit_of((unsigned)text[i]);                                                \
      if (digit >= (unsigned)base)                                                                 \
        return read;                                                                               \
      unsigned long long larger;                                                                   \
      if (__builtin_mul_overflow(read.magnitude, (unsigned)base, &larger) ||                       \
          __builtin_add_overflow(larger, digit, &larger))                                          \
        read.too_large = 1;                                                                        \
      read.magnitude = larger;                                                                     \
      read.end = i + 1;                                                                            \
    }                                                                                              \
  }

// Defines a function of <stdlib.h> for a signed and one for an unsigned type.
#define DEFINE_SIGNED(name, reader, type, result, least, greatest)                                 \
  result name(const type *restrict text, type **restrict end, int base) {                          \
    struct integer read = reader(text, base);                                                      \
    if (end)                                                                                       \
      *end = (type *)text + read.end;                                                              \
    unsigned long long most = (unsigned long long)(greatest) + read.negative;                      \
    if (read.too_large || read.magnitude > most) {                                                 \
      errno = ERANGE;                                                                              \
      return read.negative ? least : greatest;                                                     \
    }                                                                                              \
    return (result)(read.negative ? -read.magnitude : read.magnitude);                             \
  }

#define DEFINE_UNSIGNED(name, reader, type, result, greatest)                                      \
  result name(const type *restrict text, type **restrict end, int base) {                          \
    struct integer read = reader(text, base);                                                      \
    if (end)                                                                                       \
      *end = (type *)text + read.end;                                                              \
    if (read.too_large || read.magnitude > (greatest)) {                                           \
      errno = ERANGE;                                                                              \
      return greatest;                                                                             \
    }                                                                                              \
    return (result)(read.negative ? -read.magnitude : read.magnitude);                             \
  }

#endif
