// Conversion specifications of formatted input and output (C17 7.21.6). The including file defines LETTER,
// the character type of the format.
#ifndef CASSAY_CONVERSION_H
#define CASSAY_CONVERSION_H

#include "cassay.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifndef LETTER
#define LETTER char
#endif

// A list of arguments that helpers can advance for their callers. Where va_list is an array type, `list` is
// a pointer to the list of the function that started it, as a parameter of that type is.
struct arguments {
  __typeof__((va_list){0} + 0) list;
};

enum length { PLAIN, CHAR, SHORT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF, LONG_DOUBLE };

// A specification of output. A width or precision of -1 is absent.
struct conversion {
  _Bool left, plus, blank, zero, alternative;
  int width;
  int precision;
  enum length length;
  char kind;
  // The rounding of digits, an `enum rounding`.
  char rounding;
};

enum rounding { TO_NEAREST, AWAY_FROM_ZERO, TOWARDS_ZERO };

// The current specification and the index in the format. They are variables of the file: an access through
// a pointer would need checks of its own.
static struct conversion conversion __attribute__((unused));
static size_t place __attribute__((unused));

// Reads a decimal number.
static inline int number_in(const LETTER *format) {
  int number = 0;
  for (; format[place] >= '0' && format[place] <= '9'; place++)
    number = number * 10 + (int)(format[place] - '0');
  return number;
}

static inline enum length length_in(const LETTER *format) {
  LETTER first = format[place];
  if (first == 'h' || first == 'l') {
    place++;
    _Bool twice = format[place] == first;
    place += twice;
    return first == 'h' ? (twice ? CHAR : SHORT) : twice ? LONG_LONG : LONG;
  }
  enum length length = first == 'q'                   ? LONG_LONG
                       : first == 'j'                 ? INTMAX
                       : first == 'z' || first == 'Z' ? SIZE
                       : first == 't'                 ? PTRDIFF
                       : first == 'L'                 ? LONG_DOUBLE
                                                      : PLAIN;
  place += length != PLAIN;
  return length;
}

// Reads a flag. Returns whether there was one.
static inline _Bool flag_in(const LETTER *format) {
  switch (format[place]) {
  case '-':
    conversion.left = 1;
    break;
  case '+':
    conversion.plus = 1;
    break;
  case ' ':
    conversion.blank = 1;
    break;
  case '0':
    conversion.zero = 1;
    break;
  case '#':
    conversion.alternative = 1;
    break;
  case '\'':
    break;
  default:
    return 0;
  }
  place++;
  return 1;
}

// Reads a specification of output after its percent sign, and the arguments for its asterisks.
static inline void conversion_in(const LETTER *format, struct arguments *arguments) {
  conversion = (struct conversion){0, 0, 0, 0, 0, -1, -1, PLAIN, 0, 0};
  while (flag_in(format))
    ;
  if (format[place] == '*') {
    place++;
    conversion.width = va_arg(arguments->list, int);
    if (conversion.width < 0) {
      conversion.left = 1;
      conversion.width = conversion.width == INT32_MIN ? INT32_MAX : -conversion.width;
    }
  } else if (format[place] >= '0' && format[place] <= '9')
    conversion.width = number_in(format);
  if (format[place] == '$')
    __cassay_unsupported("format with numbered arguments");
  if (format[place] == '.') {
    place++;
    if (format[place] == '*') {
      place++;
      conversion.precision = va_arg(arguments->list, int);
      if (conversion.precision < 0)
        conversion.precision = -1;
    } else
      conversion.precision = number_in(format);
  }
  conversion.length = length_in(format);
  CLAIM(format[place] != 0, "the conversion specification is complete");
  conversion.kind = (char)format[place++];
}

// The next integer argument, truncated to the type that the length names and extended again.
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

// Whether integers of that length have at most 32 bits.
static inline _Bool is_narrow(enum length length) {
  return length == PLAIN || length == CHAR || length == SHORT ||
         (sizeof(long) == 4 && length != LONG_LONG && length != LONG_DOUBLE && length != INTMAX);
}

// %n: stores the number of characters written so far.
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
