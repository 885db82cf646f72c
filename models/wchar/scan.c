// Formatted input of wide characters.
#define LETTER wchar_t
#define CODE(letter) (int)(letter)
#include "stdio/scan_format.h"

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list list) {
  return scan_text(text, format, list);
}

int vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
  return scan_stream(stream, format, list);
}

int vwscanf(const wchar_t *restrict format, va_list list) { return vfwscanf(stdin, format, list); }

#define SCAN(call)                                                                                 \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int stored = (call);                                                                             \
  va_end(list);                                                                                    \
  return stored

#define SWSCANF(name)                                                                              \
  int name(const wchar_t *restrict text, const wchar_t *restrict format, ...) {                    \
    SCAN(vswscanf(text, format, list));                                                            \
  }
SWSCANF(swscanf)
SWSCANF(__isoc99_swscanf)
SWSCANF(__isoc23_swscanf)

#define WSCANF(name)                                                                               \
  int name(const wchar_t *restrict format, ...) { SCAN(vwscanf(format, list)); }
WSCANF(wscanf)
WSCANF(__isoc99_wscanf)
WSCANF(__isoc23_wscanf)

#define FWSCANF(name)                                                                              \
  int name(FILE *restrict stream, const wchar_t *restrict format, ...) {                           \
    SCAN(vfwscanf(stream, format, list));                                                          \
  }
FWSCANF(fwscanf)
FWSCANF(__isoc99_fwscanf)
FWSCANF(__isoc23_fwscanf)
