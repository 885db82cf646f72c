// Formatted input and output of wide characters.
#include "cassay.h"
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#define LONGEST 255

// Scans by the format's narrow form: conversions are made of narrow characters only.
static int scan(const wchar_t *format, va_list list) {
  char narrow[LONGEST + 1];
  size_t length = 0;
  while (length < LONGEST && format[length]) {
    narrow[length] = format[length] < 128 ? (char)format[length] : '?';
    length++;
  }
  if (format[length])
    __cassay_unsupported("format of more than 255 wide characters");
  narrow[length] = 0;
  return vscanf(narrow, list);
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list list) {
  (void)wcslen(text);
  return scan(format, list);
}

int vwscanf(const wchar_t *restrict format, va_list list) { return scan(format, list); }

int vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
  CLAIM(stream != NULL, "the stream is not null");
  return scan(format, list);
}

#define WITH_LIST(call)                                                                            \
  do {                                                                                             \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    int result = (call);                                                                           \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  } while (0)

int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {
  WITH_LIST(vswscanf(text, format, list));
}

int __isoc99_swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {
  WITH_LIST(vswscanf(text, format, list));
}

int wscanf(const wchar_t *restrict format, ...) { WITH_LIST(vwscanf(format, list)); }

int __isoc99_wscanf(const wchar_t *restrict format, ...) { WITH_LIST(vwscanf(format, list)); }

int fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...) {
  WITH_LIST(vfwscanf(stream, format, list));
}

int __isoc99_fwscanf(FILE *restrict stream, const wchar_t *restrict format, ...) {
  WITH_LIST(vfwscanf(stream, format, list));
}

// Either all of the text fits, or the result is negative and the buffer holds anything.
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list list) {
  __cassay_note("texts printed to wide characters are any texts that fit");
  (void)wcslen(format);
  __cassay_havoc(to, size * sizeof *to, "wide characters printed");
  int length = __cassay_any_int("number of wide characters printed");
  __cassay_assume(length >= -1 && (length < 0 || (size_t)length < size));
  if (length >= 0)
    to[length] = 0;
  return length;
}

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) {
  WITH_LIST(vswprintf(to, size, format, list));
}
