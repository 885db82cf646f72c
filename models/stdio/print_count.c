// Formatted output to streams where its result is used or the format contains %n. The number of characters
// is computed. The front-end replaces calls of the library functions by these in such cases; elsewhere
// printing costs nothing.
#define COUNTS
#include "stdio/format.h"
#include "stdio/stream.h"

// The number of characters of the output.
static int counted(const char *format, va_list list) {
  start(0);
  format_all(NULL, format, list);
  return failed || count > INT_MAX ? -1 : (int)count;
}

// Output to a stream that the program opened may fail. Output to the standard streams is assumed not to.
static int printed(FILE *stream, const char *format, va_list list) {
  OPEN(stream);
  __cassay_note("formatted output to the standard streams does not fail");
  int characters = counted(format, list);
  if (stream != stdout && stream != stderr && output_fails())
    return -1;
  return characters;
}

#define PRINT(stream)                                                                              \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int characters = printed((stream), format, list);                                                \
  va_end(list);                                                                                    \
  return characters

int __cassay_counted_printf(const char *restrict format, ...) { PRINT(stdout); }

int __cassay_counted___printf_chk(int flag, const char *restrict format, ...) { PRINT(stdout); }

int __cassay_counted_fprintf(FILE *restrict stream, const char *restrict format, ...) {
  PRINT(stream);
}

int __cassay_counted___fprintf_chk(FILE *restrict stream, int flag, const char *restrict format,
                                   ...) {
  PRINT(stream);
}

int __cassay_counted_vprintf(const char *restrict format, va_list list) {
  return printed(stdout, format, list);
}

int __cassay_counted___vprintf_chk(int flag, const char *restrict format, va_list list) {
  return printed(stdout, format, list);
}

int __cassay_counted_vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
  return printed(stream, format, list);
}

int __cassay_counted___vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format,
                                    va_list list) {
  return printed(stream, format, list);
}

// Output to a file descriptor may fail as well.
int __cassay_counted_vdprintf(int file, const char *restrict format, va_list list) {
  int characters = counted(format, list);
  return output_fails() ? -1 : characters;
}

int __cassay_counted_dprintf(int file, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int characters = __cassay_counted_vdprintf(file, format, list);
  va_end(list);
  return characters;
}
