// Formatted output of wide characters to streams.
#define LETTER wchar_t
#define COUNTS
#include "stdio/format.h"
#include "stdio/stream.h"

// Output to a stream: the text is discarded, and the number of characters is exact.
static int print(FILE *stream, const wchar_t *format, va_list list) {
  OPEN(stream);
  __cassay_note("formatted output to the standard streams does not fail");
  start(0);
  format_all(NULL, format, list);
  if (stream != stdout && stream != stderr && output_fails())
    return -1;
  return failed || count > INT_MAX ? -1 : (int)count;
}

int vwprintf(const wchar_t *restrict format, va_list list) { return print(stdout, format, list); }

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
  return print(stream, format, list);
}

#define WITH_LIST(call)                                                                            \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int result = (call);                                                                             \
  va_end(list);                                                                                    \
  return result

int wprintf(const wchar_t *restrict format, ...) { WITH_LIST(print(stdout, format, list)); }

int __wprintf_chk(int flag, const wchar_t *restrict format, ...) {
  WITH_LIST(print(stdout, format, list));
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) {
  WITH_LIST(print(stream, format, list));
}

int __fwprintf_chk(FILE *restrict stream, int flag, const wchar_t *restrict format, ...) {
  WITH_LIST(print(stream, format, list));
}
