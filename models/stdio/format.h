// Formatted output into memory. The text is exact, except for pointers and for floating-point numbers that
// are not constants during symbolic execution. The including file defines LETTER, the character type of
// text and format. With COUNTS defined, characters are counted and not stored.
#ifndef CASSAY_FORMAT_H
#define CASSAY_FORMAT_H

#include "stdio/conversion.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion);

// The size of the buffer, the number of characters of the text, and whether a character cannot be converted
// to the other kind of text (bytes or wide). The state of a call is in variables of this file, because an
// access through a pointer would need checks of its own. The pointer to the buffer is a parameter, because a
// loop that changes a pointer variable cannot be proved by induction.
static size_t room, count;
static _Bool failed;

static inline void start(size_t most) {
  room = most;
  count = 0;
  failed = 0;
}

static inline size_t kept(size_t n) {
  size_t left = count < room ? room - count : 0;
  return n < left ? n : left;
}

#ifndef COUNTS
// The property that the output so far and the next n characters do not overlap their source.
static void claim_apart(const LETTER *to, const void *from, size_t bytes, size_t n) {
  CLAIM_APART(to, (count + kept(n)) * sizeof(LETTER), from, bytes);
}
#endif

// Appends characters of the type that is written.
static void put(LETTER *to, const LETTER *letters, size_t n) {
  if (n == 0)
    return;
#ifndef COUNTS
  size_t copied = kept(n);
  if (copied > 0) {
    claim_apart(to, letters, n * sizeof *letters, n);
    memcpy(to + count, letters, copied * sizeof *letters);
  }
#endif
  count += n;
}

// Appends characters one by one, from bytes or wide characters. Only ASCII characters can be converted.
static void put_converted(LETTER *to, const void *from, _Bool wide, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned c = wide ? (unsigned)((const wchar_t *)from)[i] : ((const unsigned char *)from)[i];
    if (c > 127) {
      failed = 1;
      errno = EILSEQ;
      return;
    }
#ifndef COUNTS
    if (kept(1) > 0)
      to[count] = (LETTER)c;
#endif
    count++;
  }
}

static void put_narrow(LETTER *to, const char *bytes, size_t n) {
  if (sizeof(LETTER) == 1)
    put(to, (const LETTER *)bytes, n);
  else
    put_converted(to, bytes, 0, n);
}

static void fill(LETTER *to, char c, size_t n) {
  if (n == 0)
    return;
#ifndef COUNTS
  size_t copied = kept(n);
  if (sizeof(LETTER) == 1) {
    if (copied > 0)
      memset(to + count, c, copied);
  } else
    for (size_t i = 0; i < copied; i++)
      to[count + i] = c;
#endif
  count += n;
}

// Appends text with a sign or prefix before it, zeros in between, and blanks that fill the width.
static void put_padded(LETTER *to, const char *prefix,
                       size_t prefix_length, size_t zeros, const char *text, size_t length) {
  size_t size = prefix_length + zeros + length;
  size_t width = conversion.width < 0 ? 0 : (size_t)conversion.width;
  size_t blanks = width > size ? width - size : 0;
  if (!conversion.left)
    fill(to, ' ', blanks);
  put_narrow(to, prefix, prefix_length);
  fill(to, '0', zeros);
  put_narrow(to, text, length);
  if (conversion.left)
    fill(to, ' ', blanks);
}

#define DIGITS 22

// Writes the digits of a number to the end of a buffer and returns how many there are. The number of steps
// depends only on the type, so that the loop is unwound completely for symbolic numbers too.
static size_t digits_of(char digits[DIGITS], uint64_t value, unsigned base, _Bool narrow,
                        const char *names) {
  size_t length = 0;
  if (narrow) {
    uint32_t rest = (uint32_t)value;
    unsigned most = base == 8 ? 11 : base == 10 ? 10 : 8;
    for (unsigned i = 1; i <= most; i++) {
      if (rest != 0)
        length = i;
      digits[DIGITS - i] = names[rest % base];
      rest /= base;
    }
  } else {
    unsigned most = base == 8 ? 22 : base == 10 ? 20 : 16;
    for (unsigned i = 1; i <= most; i++) {
      if (value != 0)
        length = i;
      digits[DIGITS - i] = names[value % base];
      value /= base;
    }
  }
  return length;
}

static void put_integer(LETTER *to, uint64_t value,
                        const char *prefix, size_t prefix_length) {
  char digits[DIGITS];
  char kind = conversion.kind;
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  const char *names = kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  size_t length = digits_of(digits, value, base, is_narrow(conversion.length), names);
  size_t zeros = 0;
  if (conversion.precision < 0) {
    if (length == 0)
      zeros = 1;
    size_t size = prefix_length + zeros + length;
    if (conversion.zero && !conversion.left && conversion.width > 0 &&
        (size_t)conversion.width > size)
      zeros += (size_t)conversion.width - size;
  } else if ((size_t)conversion.precision > length)
    zeros = (size_t)conversion.precision - length;
  if (kind == 'o' && conversion.alternative && zeros == 0)
    zeros = 1;
  put_padded(to, prefix, prefix_length, zeros, digits + DIGITS - length, length);
}

static void put_signed(LETTER *to, int64_t value) {
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  const char *sign = value < 0 ? "-" : conversion.plus ? "+" : " ";
  _Bool signed_text = value < 0 || conversion.plus || conversion.blank;
  put_integer(to, magnitude, sign, signed_text);
}

static void put_unsigned(LETTER *to, uint64_t value) {
  _Bool hexadecimal = conversion.kind == 'x' || conversion.kind == 'X';
  size_t prefix_length = hexadecimal && conversion.alternative && value != 0 ? 2 : 0;
  put_integer(to, value, conversion.kind == 'X' ? "0X" : "0x", prefix_length);
}

// glibc writes a pointer as a hexadecimal number and the null pointer as "(nil)". The number itself is
// arbitrary.
static void put_pointer(LETTER *to, const void *value) {
  if (!value) {
    put_padded(to, "", 0, 0, "(nil)", 5);
    return;
  }
  char text[2 * sizeof value];
  size_t length = __cassay_any_size("number of digits of the pointer");
  __cassay_assume(length >= 1 && length <= sizeof text);
  __cassay_havoc_among(text, length, 0x3ff000000000000ull, 0x7e00000000ull, 0, 0, '0',
                       "digits of the pointer");
  put_padded(to, "0x", 2, 0, text, length);
}

// Appends strings of either kind, padded to the width.
static void put_string(LETTER *to, const void *text,
                       _Bool wide) {
  size_t most = conversion.precision < 0 ? SIZE_MAX : (size_t)conversion.precision;
  size_t length;
  if (conversion.precision < 0)
    length = wide ? wcslen(text) : strlen(text);
  else
    length = wide ? wcsnlen(text, most) : strnlen(text, most);
  size_t width = conversion.width < 0 ? 0 : (size_t)conversion.width;
  size_t blanks = width > length ? width - length : 0;
  if (!conversion.left)
    fill(to, ' ', blanks);
  size_t unit = wide ? sizeof(wchar_t) : 1;
#ifndef COUNTS
  if (kept(length + 1) > 0)
    claim_apart(to, text, (length + (length < most)) * unit, length + 1);
#endif
  if (unit == sizeof(LETTER))
    put(to, text, length);
  else
    put_converted(to, text, wide, length);
  if (conversion.left)
    fill(to, ' ', blanks);
}

static void put_character(LETTER *to, int c,
                          _Bool wide) {
  size_t blanks = conversion.width > 1 ? (size_t)conversion.width - 1 : 0;
  if (!conversion.left)
    fill(to, ' ', blanks);
  if (wide == (sizeof(LETTER) > 1)) {
    LETTER letter = (LETTER)c;
    put(to, &letter, 1);
  } else if (wide)
    put_converted(to, &c, 1, 1);
  else {
    unsigned char byte = (unsigned char)c;
    put_converted(to, &byte, 0, 1);
  }
  if (conversion.left)
    fill(to, ' ', blanks);
}

// Room for the greatest number with the greatest precision that is modelled.
#define MOST_BEHIND 1000
#define FLOAT_ROOM (MOST_BEHIND + 330)

static void put_float(LETTER *to, long double value) {
  char text[FLOAT_ROOM];
  if (conversion.precision > MOST_BEHIND)
    __cassay_unsupported("floating-point number with more than 1000 digits");
  if (conversion.length == LONG_DOUBLE && (conversion.kind == 'f' || conversion.kind == 'F') &&
      (value > 1e308L || value < -1e308L))
    __cassay_unsupported("long double of this size in full");
  size_t length = __cassay_lib_format_float(text, value, &conversion);
  _Bool negative = __builtin_signbitl(value), finite = value - value == 0;
  char prefix[3];
  size_t prefix_length = 0;
  if (negative || conversion.plus || conversion.blank)
    prefix[prefix_length++] = negative ? '-' : conversion.plus ? '+' : ' ';
  if (finite && (conversion.kind | 32) == 'a') {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = conversion.kind == 'A' ? 'X' : 'x';
  }
  size_t zeros = 0;
  if (finite && conversion.zero && !conversion.left && conversion.width > 0 &&
      (size_t)conversion.width > prefix_length + length)
    zeros = (size_t)conversion.width - prefix_length - length;
  put_padded(to, prefix, prefix_length, zeros, text, length);
}

// The conversion %n.
static void put_count(struct arguments *arguments) {
  store_count(conversion.length, arguments, (long long)count);
}

static void format_all(LETTER *to, const LETTER *format, va_list list) {
  struct arguments arguments = {list};
  place = 0;
  while (format[place] && !failed) {
    size_t plain = 0;
    while (format[place + plain] && format[place + plain] != '%')
      plain++;
    put(to, format + place, plain);
    place += plain;
    if (!format[place])
      break;
    place++;
    conversion_in(format, &arguments);
    switch (conversion.kind) {
    case '%':
      put_narrow(to, "%", 1);
      break;
    case 'd':
    case 'i':
      put_signed(to, signed_argument(conversion.length, &arguments));
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      put_unsigned(to, unsigned_argument(conversion.length, &arguments));
      break;
    case 'c':
    case 'C': {
      _Bool wide = conversion.kind == 'C' || conversion.length == LONG;
      put_character(to, va_arg(arguments.list, int), wide);
      break;
    }
    case 's':
    case 'S': {
      _Bool wide = conversion.kind == 'S' || conversion.length == LONG;
      put_string(to, va_arg(arguments.list, const void *), wide);
      break;
    }
    case 'p':
      put_pointer(to, va_arg(arguments.list, void *));
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      put_float(to, float_argument(conversion.length, &arguments));
      break;
    case 'm':
      __cassay_unsupported("format with %m");
      break;
    case 'n':
      put_count(&arguments);
      break;
    default:
      CLAIM(0, "the conversion specification is valid");
    }
  }
}

#endif
