// Formatted output into memory with an argument list (the v... functions).
#include "stdio/format.h"

// The result of a call: the number of characters, or an error if it does not fit an int.
static int printed(void) {
  return failed || count > INT_MAX ? -1 : (int)count;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list) {
  start(size == 0 ? 0 : size - 1);
  format_all(to, format, list);
  if (size > 0)
    to[count < size - 1 ? count : size - 1] = 0;
  return printed();
}

int vsprintf(char *restrict to, const char *restrict format, va_list list) {
  start(SIZE_MAX);
  format_all(to, format, list);
  to[count] = 0;
  return printed();
}

int vasprintf(char **restrict result, const char *restrict format, va_list list) {
  start(0);
  va_list again;
  va_copy(again, list);
  format_all(NULL, format, again);
  va_end(again);
  if (failed)
    return -1;
  *result = malloc(count + 1);
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
