// Formatted output to streams where the result is not used. The arguments are read as the format says, and
// memory that they point to must be readable. Where the result is used, the front-end selects the functions
// in print_count.c, which compute the number of characters.
#include "stdio/conversion.h"
#include "stdio/stream.h"
#include <string.h>
#include <wchar.h>

// Reads the arguments of a format.
static void take(const char *format, va_list list) {
  struct arguments arguments = {list};
  place = 0;
  while (format[place]) {
    if (format[place++] != '%')
      continue;
    conversion_in(format, &arguments);
    switch (conversion.kind) {
    case '%':
    case 'm':
      break;
    case 'd':
    case 'i':
      (void)signed_argument(conversion.length, &arguments);
      break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      (void)unsigned_argument(conversion.length, &arguments);
      break;
    case 'c':
    case 'C':
      (void)va_arg(arguments.list, int);
      break;
    case 's':
      if (conversion.length == LONG)
        (void)wcslen(va_arg(arguments.list, wchar_t *));
      else if (conversion.precision >= 0)
        (void)strnlen(va_arg(arguments.list, char *), (size_t)conversion.precision);
      else
        (void)strlen(va_arg(arguments.list, char *));
      break;
    case 'S':
      (void)wcslen(va_arg(arguments.list, wchar_t *));
      break;
    case 'p':
      (void)va_arg(arguments.list, void *);
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      (void)float_argument(conversion.length, &arguments);
      break;
    case 'n': {
      int count = __cassay_any_int("approximate number of characters written");
      __cassay_assume(count >= 0);
      store_count(conversion.length, &arguments, count);
      break;
    }
    default:
      CLAIM(0, "the conversion specification is valid");
    }
  }
}

static int printed(void) {
  int count = __cassay_any_int("approximate number of characters written");
  __cassay_assume(count >= -1);
  return count;
}

int vprintf(const char *restrict format, va_list list) {
  take(format, list);
  return printed();
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
  OPEN(stream);
  take(format, list);
  return printed();
}

int vdprintf(int file, const char *restrict format, va_list list) {
  take(format, list);
  return printed();
}

int __vprintf_chk(int flag, const char *restrict format, va_list list) {
  return vprintf(format, list);
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list list) {
  return vfprintf(stream, format, list);
}

#define PRINT(format)                                                                              \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  take(format, list);                                                                              \
  va_end(list);                                                                                    \
  return printed()

int printf(const char *restrict format, ...) { PRINT(format); }

int __printf_chk(int flag, const char *restrict format, ...) { PRINT(format); }

int dprintf(int file, const char *restrict format, ...) { PRINT(format); }

int __dprintf_chk(int file, int flag, const char *restrict format, ...) { PRINT(format); }

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  OPEN(stream);
  PRINT(format);
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
  OPEN(stream);
  PRINT(format);
}
