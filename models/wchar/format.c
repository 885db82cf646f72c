// Formatted output of wide characters into memory.
#define LETTER wchar_t
#include "stdio/format.h"

// If the text does not fit, the result is negative and the contents of the buffer are arbitrary.
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list list) {
  start(size == 0 ? 0 : size - 1);
  format_all(to, format, list);
  if (failed || count >= size || count > INT_MAX) {
    __cassay_havoc(to, size * sizeof *to, "wide characters printed in vain");
    return -1;
  }
  to[count] = 0;
  return (int)count;
}

#define WITH_LIST(call)                                                                            \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int result = (call);                                                                             \
  va_end(list);                                                                                    \
  return result

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) {
  WITH_LIST(vswprintf(to, size, format, list));
}

int __swprintf_chk(wchar_t *restrict to, size_t size, int flag, size_t room,
                   const wchar_t *restrict format, ...) {
  WITH_LIST(vswprintf(to, size, format, list));
}

int __vswprintf_chk(wchar_t *restrict to, size_t size, int flag, size_t room,
                    const wchar_t *restrict format, va_list list) {
  return vswprintf(to, size, format, list);
}
