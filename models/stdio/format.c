// Formatted output into memory, exact but for pointers and most floating-point numbers.
#include "stdio/conversion.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion);

// Where characters go: the first `room` of them are kept.
struct sink {
  char *to;
  size_t room;
  size_t count;
};

static size_t kept(const struct sink *sink, size_t n) {
  size_t left = sink->count < sink->room ? sink->room - sink->count : 0;
  return n < left ? n : left;
}

static void put(struct sink *sink, const char *bytes, size_t n) {
  if (n == 0)
    return;
  size_t copied = kept(sink, n);
  if (copied > 0)
    memcpy(sink->to + sink->count, bytes, copied);
  sink->count += n;
}

static void fill(struct sink *sink, char c, size_t n) {
  if (n == 0)
    return;
  size_t copied = kept(sink, n);
  if (copied > 0)
    memset(sink->to + sink->count, c, copied);
  sink->count += n;
}

// A text with a sign or prefix before it, zeros between, and blanks around to fill the width.
static void put_padded(struct sink *sink, const struct conversion *conversion, const char *prefix,
                       size_t prefix_length, size_t zeros, const char *text, size_t length) {
  size_t size = prefix_length + zeros + length;
  size_t width = conversion->width < 0 ? 0 : (size_t)conversion->width;
  size_t blanks = width > size ? width - size : 0;
  if (!conversion->left)
    fill(sink, ' ', blanks);
  put(sink, prefix, prefix_length);
  fill(sink, '0', zeros);
  put(sink, text, length);
  if (conversion->left)
    fill(sink, ' ', blanks);
}

#define DIGITS 22

// Writes the digits of a number to the end of a buffer; how many there are. The number of steps
// depends on the type alone, so that numbers that are not known unfold like those that are.
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

static void put_integer(struct sink *sink, const struct conversion *conversion, uint64_t value,
                        const char *prefix, size_t prefix_length) {
  char digits[DIGITS];
  char kind = conversion->kind;
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  const char *names = kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  size_t length = digits_of(digits, value, base, is_narrow(conversion->length), names);
  size_t zeros = 0;
  if (conversion->precision < 0) {
    if (length == 0)
      zeros = 1;
    size_t size = prefix_length + zeros + length;
    if (conversion->zero && !conversion->left && conversion->width > 0 &&
        (size_t)conversion->width > size)
      zeros += (size_t)conversion->width - size;
  } else if ((size_t)conversion->precision > length)
    zeros = (size_t)conversion->precision - length;
  if (kind == 'o' && conversion->alternative && zeros == 0)
    zeros = 1;
  put_padded(sink, conversion, prefix, prefix_length, zeros, digits + DIGITS - length, length);
}

static void put_signed(struct sink *sink, const struct conversion *conversion, int64_t value) {
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  const char *sign = value < 0 ? "-" : conversion->plus ? "+" : " ";
  _Bool signed_text = value < 0 || conversion->plus || conversion->blank;
  put_integer(sink, conversion, magnitude, sign, signed_text);
}

static void put_unsigned(struct sink *sink, const struct conversion *conversion, uint64_t value) {
  _Bool hexadecimal = conversion->kind == 'x' || conversion->kind == 'X';
  size_t prefix_length = hexadecimal && conversion->alternative && value != 0 ? 2 : 0;
  put_integer(sink, conversion, value, conversion->kind == 'X' ? "0X" : "0x", prefix_length);
}

// Glibc writes pointers as hexadecimal numbers and the null pointer as a word. Which number it is,
// nobody can say.
static void put_pointer(struct sink *sink, const struct conversion *conversion, const void *value) {
  if (!value) {
    put_padded(sink, conversion, "", 0, 0, "(nil)", 5);
    return;
  }
  char text[2 * sizeof value];
  __cassay_havoc(text, sizeof text, "digits of the pointer");
  for (size_t i = 0; i < sizeof text; i++)
    __cassay_assume((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f'));
  size_t length = __cassay_any_size("number of digits of the pointer");
  __cassay_assume(length >= 1 && length <= sizeof text);
  put_padded(sink, conversion, "0x", 2, 0, text, length);
}

static void put_text(struct sink *sink, const struct conversion *conversion, const char *text) {
  size_t length =
      conversion->precision < 0 ? strlen(text) : strnlen(text, (size_t)conversion->precision);
  put_padded(sink, conversion, "", 0, 0, text, length);
}

// Room for the greatest number with as many digits as anybody asks for.
#define FLOAT_ROOM 512

static void put_float(struct sink *sink, struct conversion *conversion, long double value) {
  char text[FLOAT_ROOM];
  if (conversion->precision > 100)
    __cassay_unsupported("floating-point number with more than 100 digits");
  if (conversion->length == LONG_DOUBLE && (conversion->kind == 'f' || conversion->kind == 'F') &&
      (value > 1e308L || value < -1e308L))
    __cassay_unsupported("long double of this size in full");
  size_t length = __cassay_lib_format_float(text, value < 0 ? -value : value, conversion);
  _Bool negative = __builtin_signbitl(value);
  const char *sign = negative ? "-" : conversion->plus ? "+" : " ";
  size_t sign_length = negative || conversion->plus || conversion->blank;
  _Bool finite = value - value == 0;
  size_t zeros = 0;
  if (finite && conversion->zero && !conversion->left && conversion->width > 0 &&
      (size_t)conversion->width > sign_length + length)
    zeros = (size_t)conversion->width - sign_length - length;
  put_padded(sink, conversion, sign, sign_length, zeros, text, length);
}

static void format_all(struct sink *sink, const char *format, va_list list) {
  struct arguments arguments = {list};
  while (*format) {
    size_t plain = 0;
    while (format[plain] && format[plain] != '%')
      plain++;
    put(sink, format, plain);
    format += plain;
    if (!*format)
      break;
    format++;
    struct conversion conversion = conversion_in(&format, &arguments);
    switch (conversion.kind) {
    case '%':
      put(sink, "%", 1);
      break;
    case 'd':
    case 'i':
      put_signed(sink, &conversion, signed_argument(conversion.length, &arguments));
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      put_unsigned(sink, &conversion, unsigned_argument(conversion.length, &arguments));
      break;
    case 'c': {
      if (conversion.length == LONG)
        __cassay_unsupported("format with wide characters");
      char c = (char)va_arg(arguments.list, int);
      put_padded(sink, &conversion, "", 0, 0, &c, 1);
      break;
    }
    case 's':
      if (conversion.length == LONG)
        __cassay_unsupported("format with wide characters");
      put_text(sink, &conversion, va_arg(arguments.list, const char *));
      break;
    case 'p':
      put_pointer(sink, &conversion, va_arg(arguments.list, void *));
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      put_float(sink, &conversion, float_argument(conversion.length, &arguments));
      break;
    case 'm':
      __cassay_unsupported("format with %m");
      break;
    case 'n':
      store_count(conversion.length, &arguments, (long long)sink->count);
      break;
    case 'C':
    case 'S':
      __cassay_unsupported("format with wide characters");
      break;
    default:
      CLAIM(0, "the conversion specification is valid");
    }
  }
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list) {
  struct sink sink = {to, size == 0 ? 0 : size - 1, 0};
  format_all(&sink, format, list);
  if (size > 0)
    to[sink.count < size - 1 ? sink.count : size - 1] = 0;
  return sink.count > INT_MAX ? -1 : (int)sink.count;
}

int vsprintf(char *restrict to, const char *restrict format, va_list list) {
  struct sink sink = {to, SIZE_MAX, 0};
  format_all(&sink, format, list);
  to[sink.count] = 0;
  return sink.count > INT_MAX ? -1 : (int)sink.count;
}

int vasprintf(char **restrict result, const char *restrict format, va_list list) {
  struct sink sink = {NULL, 0, 0};
  va_list again;
  va_copy(again, list);
  format_all(&sink, format, again);
  va_end(again);
  *result = malloc(sink.count + 1);
  if (!*result)
    return -1;
  return vsprintf(*result, format, list);
}

int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format,
                   va_list list) {
  return vsprintf(to, format, list);
}

int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room,
                    const char *restrict format, va_list list) {
  return vsnprintf(to, size, format, list);
}

int __vasprintf_chk(char **restrict result, int flag, const char *restrict format, va_list list) {
  return vasprintf(result, format, list);
}
