// Conversion specifications of formatted input and output (C17 7.21.6).
#ifndef CASSAY_CONVERSION_H
#define CASSAY_CONVERSION_H

#include "cassay.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// A list of arguments that helpers advance for their callers. Where va_list is an array, the list
// stays with whoever started it, and this is the pointer that a function receives.
struct arguments {
  __typeof__((va_list){0} + 0) list;
};

enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF, LONG_DOUBLE };

// A specification of output. A width or precision that is not given is -1.
struct conversion {
  _Bool left, plus, blank, zero, alternative;
  int width;
  int precision;
  enum length length;
  char kind;
};

// Reads a decimal number.
static inline int number_in(const char **format) {
  int number = 0;
  while (**format >= '0' && **format <= '9')
    number = number * 10 + (*(*format)++ - '0');
  return number;
}

static inline enum length length_in(const char **format) {
  switch (**format) {
  case 'h':
    ++*format;
    if (**format != 'h')
      return SHORT;
    ++*format;
    return CHAR;
  case 'l':
    ++*format;
    if (**format != 'l')
      return LONG;
    ++*format;
    return LONG_LONG;
  case 'q':
    ++*format;
    return LONG_LONG;
  case 'j':
    ++*format;
    return INTMAX;
  case 'z':
  case 'Z':
    ++*format;
    return SIZE;
  case 't':
    ++*format;
    return PTRDIFF;
  case 'L':
    ++*format;
    return LONG_DOUBLE;
  default:
    return PLAIN;
  }
}

// Reads a specification of output behind its percent sign, with arguments for its asterisks.
static inline struct conversion conversion_in(const char **format, struct arguments *arguments) {
  struct conversion read = {0, 0, 0, 0, 0, -1, -1, PLAIN, 0};
  for (_Bool more = 1; more;) {
    switch (**format) {
    case '-':
      read.left = 1;
      break;
    case '+':
      read.plus = 1;
      break;
    case ' ':
      read.blank = 1;
      break;
    case '0':
      read.zero = 1;
      break;
    case '#':
      read.alternative = 1;
      break;
    case '\'':
      break;
    default:
      more = 0;
      continue;
    }
    ++*format;
  }
  if (**format == '*') {
    ++*format;
    read.width = va_arg(arguments->list, int);
    if (read.width < 0) {
      read.left = 1;
      read.width = read.width == INT32_MIN ? INT32_MAX : -read.width;
    }
  } else if (**format >= '0' && **format <= '9')
    read.width = number_in(format);
  if (**format == '$')
    __cassay_unsupported("format with numbered arguments");
  if (**format == '.') {
    ++*format;
    if (**format == '*') {
      ++*format;
      read.precision = va_arg(arguments->list, int);
      if (read.precision < 0)
        read.precision = -1;
    } else
      read.precision = number_in(format);
  }
  read.length = length_in(format);
  read.kind = **format;
  CLAIM(read.kind != 0, "the conversion specification is complete");
  ++*format;
  return read;
}

// The next integer argument, narrowed to what the length says and widened again.
static inline int64_t signed_argument(enum length length, struct arguments *arguments) {
  switch (length) {
  case CHAR:
    return (signed char)va_arg(arguments->list, int);
  case SHORT:
    return (short)va_arg(arguments->list, int);
  case LONG:
    return va_arg(arguments->list, long);
  case LONG_LONG:
  case LONG_DOUBLE:
    return va_arg(arguments->list, long long);
  case INTMAX:
    return va_arg(arguments->list, intmax_t);
  case SIZE:
  case PTRDIFF:
    return va_arg(arguments->list, ptrdiff_t);
  default:
    return va_arg(arguments->list, int);
  }
}

static inline uint64_t unsigned_argument(enum length length, struct arguments *arguments) {
  switch (length) {
  case CHAR:
    return (unsigned char)va_arg(arguments->list, unsigned);
  case SHORT:
    return (unsigned short)va_arg(arguments->list, unsigned);
  case LONG:
    return va_arg(arguments->list, unsigned long);
  case LONG_LONG:
  case LONG_DOUBLE:
    return va_arg(arguments->list, unsigned long long);
  case INTMAX:
    return va_arg(arguments->list, uintmax_t);
  case SIZE:
  case PTRDIFF:
    return va_arg(arguments->list, size_t);
  default:
    return va_arg(arguments->list, unsigned);
  }
}

static inline long double float_argument(enum length length, struct arguments *arguments) {
  if (length == LONG_DOUBLE)
    return va_arg(arguments->list, long double);
  return va_arg(arguments->list, double);
}

// Whether numbers of that length have at most 32 bits.
static inline _Bool is_narrow(enum length length) {
  return length == PLAIN || length == CHAR || length == SHORT ||
         (sizeof(long) == 4 && length != LONG_LONG && length != LONG_DOUBLE && length != INTMAX);
}

// %n: stores a number of characters.
static inline void store_count(enum length length, struct arguments *arguments, long long count) {
  switch (length) {
  case CHAR:
    *va_arg(arguments->list, signed char *) = (signed char)count;
    break;
  case SHORT:
    *va_arg(arguments->list, short *) = (short)count;
    break;
  case LONG:
    *va_arg(arguments->list, long *) = (long)count;
    break;
  case LONG_LONG:
  case LONG_DOUBLE:
  case INTMAX:
    *va_arg(arguments->list, long long *) = count;
    break;
  case SIZE:
  case PTRDIFF:
    *va_arg(arguments->list, ptrdiff_t *) = (ptrdiff_t)count;
    break;
  default:
    *va_arg(arguments->list, int *) = (int)count;
  }
}

#endif
