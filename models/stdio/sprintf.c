// Formatted output into memory, with variable arguments.
#include "cassay.h"
#include <stdarg.h>
#include <stdio.h>

#define FORMAT(call)                                                                               \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int count = call;                                                                                \
  va_end(list);                                                                                    \
  return count

int sprintf(char *restrict to, const char *restrict format, ...) {
  FORMAT(vsprintf(to, format, list));
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
  FORMAT(vsnprintf(to, size, format, list));
}

int asprintf(char **restrict result, const char *restrict format, ...) {
  FORMAT(vasprintf(result, format, list));
}

int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, ...) {
  FORMAT(vsprintf(to, format, list));
}

int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room,
                   const char *restrict format, ...) {
  FORMAT(vsnprintf(to, size, format, list));
}

int __asprintf_chk(char **restrict result, int flag, const char *restrict format, ...) {
  FORMAT(vasprintf(result, format, list));
}
