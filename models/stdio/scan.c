// Formatted input (C17 7.21.6.2) with the behaviour of glibc.
#define LETTER char
#define CODE(letter) (unsigned char)(letter)
#include "stdio/scan_format.h"

int vscanf(const char *restrict format, va_list list) { return scan_stream(stdin, format, list); }

int vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  return scan_stream(stream, format, list);
}

int vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  return scan_text(text, format, list);
}

int __isoc99_vscanf(const char *restrict format, va_list list) { return vscanf(format, list); }

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  return vfscanf(stream, format, list);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  return vsscanf(text, format, list);
}

int __isoc23_vscanf(const char *restrict format, va_list list) { return vscanf(format, list); }

int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {
  return vfscanf(stream, format, list);
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list list) {
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
