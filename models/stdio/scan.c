// Formatted input: every conversion that succeeds stores any value of its type.
#include "stdio/conversion.h"
#include "stdio/stream.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void store_integer(enum length length, struct arguments *arguments) {
  switch (length) {
  case CHAR:
    *va_arg(arguments->list, signed char *) = __cassay_any_schar("number read");
    break;
  case SHORT:
    *va_arg(arguments->list, short *) = __cassay_any_short("number read");
    break;
  case LONG:
    *va_arg(arguments->list, long *) = __cassay_any_long("number read");
    break;
  case LONG_LONG:
  case LONG_DOUBLE:
  case INTMAX:
    *va_arg(arguments->list, long long *) = __cassay_any_llong("number read");
    break;
  case SIZE:
  case PTRDIFF:
    *va_arg(arguments->list, size_t *) = __cassay_any_size("number read");
    break;
  default:
    *va_arg(arguments->list, int *) = __cassay_any_int("number read");
  }
}

static void store_float(enum length length, struct arguments *arguments) {
  switch (length) {
  case LONG:
    *va_arg(arguments->list, double *) = __cassay_any_double("number read");
    break;
  case LONG_DOUBLE:
    *va_arg(arguments->list, long double *) = __cassay_any_ldouble("number read");
    break;
  default:
    *va_arg(arguments->list, float *) = __cassay_any_float("number read");
  }
}

// A text of any length up to the width, and without a width of any length at all. False when there
// is no memory for it.
static _Bool store_text(_Bool allocate, int width, enum length length, struct arguments *arguments) {
  size_t unit = length == LONG ? sizeof(wchar_t) : 1;
  size_t count = __cassay_any_size("length of the text read");
  __cassay_assume(count >= 1 && count <= (width > 0 ? (size_t)width : INT_MAX));
  char *text;
  if (allocate) {
    text = malloc((count + 1) * unit);
    *va_arg(arguments->list, char **) = text;
    if (!text)
      return 0;
  } else
    text = va_arg(arguments->list, char *);
  __cassay_havoc(text, count * unit, "text read");
  memset(text + count * unit, 0, unit);
  return 1;
}

static _Bool store_characters(_Bool allocate, int width, enum length length,
                              struct arguments *arguments) {
  size_t size = (width > 0 ? (size_t)width : 1) * (length == LONG ? sizeof(wchar_t) : 1);
  char *text;
  if (allocate) {
    text = malloc(size);
    *va_arg(arguments->list, char **) = text;
    if (!text)
      return 0;
  } else
    text = va_arg(arguments->list, char *);
  __cassay_havoc(text, size, "characters read");
  return 1;
}

// What the call gives when there is no memory for a text; the library frees the texts before it.
static int no_memory(_Bool allocated) {
  if (allocated)
    __cassay_unsupported("formatted input that fails to allocate its second text");
  return EOF;
}

// Reads as the format says; the number of conversions stored, or EOF.
static int scan(const char *format, va_list list) {
  struct arguments arguments = {list};
  int stored = 0;
  _Bool matched = 0, allocated = 0;
  __cassay_note("formatted input stores any values and may stop at any conversion");
  while (*format) {
    if (*format++ != '%')
      continue;
    if (*format == '%') {
      format++;
      continue;
    }
    _Bool skip = *format == '*';
    if (skip)
      format++;
    int width = number_in(&format);
    if (*format == '$')
      __cassay_unsupported("format with numbered arguments");
    _Bool allocate = *format == 'm';
    if (allocate)
      format++;
    enum length length = length_in(&format);
    char kind = *format;
    CLAIM(kind != 0, "the conversion specification is complete");
    format++;
    if (kind == '[') {
      // A bracket right behind the opening one belongs to the set.
      if (*format == '^')
        format++;
      if (*format == ']')
        format++;
      while (*format != ']') {
        CLAIM(*format != 0, "the conversion specification is complete");
        format++;
      }
      format++;
    }
    if (kind == 'n') {
      int count = __cassay_any_int("number of characters read");
      __cassay_assume(count >= 0);
      store_count(length, &arguments, count);
      continue;
    }
    if (__cassay_any_bool("input ends or does not match")) {
          return !matched && __cassay_any_bool("input ends") ? EOF : stored;
    }
    matched = 1;
    if (skip)
      continue;
    switch (kind) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      store_integer(length, &arguments);
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      store_float(length, &arguments);
      break;
    case 's':
    case '[':
      if (!store_text(allocate, width, length, &arguments))
        return no_memory(allocated);
      allocated |= allocate;
      break;
    case 'c':
      if (!store_characters(allocate, width, length, &arguments))
        return no_memory(allocated);
      allocated |= allocate;
      break;
    case 'p':
      *va_arg(arguments.list, void **) = __cassay_any_ptr("pointer read");
      break;
    default:
      CLAIM(0, "the conversion specification is valid");
    }
    stored++;
  }
  return stored;
}

int vscanf(const char *restrict format, va_list list) { return scan(format, list); }

int vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  OPEN(stream);
  stream->__pushed = 0;
  int stored = scan(format, list);
  if (__cassay_any_bool("input ends"))
    no_more_input(stream);
  return stored;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  (void)strlen(text);
  return scan(format, list);
}

int __isoc99_vscanf(const char *restrict format, va_list list) { return vscanf(format, list); }

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  return vfscanf(stream, format, list);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  return vsscanf(text, format, list);
}

#define SCAN(call)                                                                                 \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int stored = call;                                                                               \
  va_end(list);                                                                                    \
  return stored

int scanf(const char *restrict format, ...) { SCAN(vscanf(format, list)); }
int __isoc99_scanf(const char *restrict format, ...) { SCAN(vscanf(format, list)); }
int __isoc23_scanf(const char *restrict format, ...) { SCAN(vscanf(format, list)); }

#define FSCANF(name)                                                                               \
  int name(FILE *restrict stream, const char *restrict format, ...) {                              \
    SCAN(vfscanf(stream, format, list));                                                           \
  }
FSCANF(fscanf)
FSCANF(__isoc99_fscanf)
FSCANF(__isoc23_fscanf)

#define SSCANF(name)                                                                               \
  int name(const char *restrict text, const char *restrict format, ...) {                          \
    SCAN(vsscanf(text, format, list));                                                             \
  }
SSCANF(sscanf)
SSCANF(__isoc99_sscanf)
SSCANF(__isoc23_sscanf)
