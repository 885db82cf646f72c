// Formatted input with formats that allocate memory for strings (%ms). The front-end replaces calls of the
// library functions by these where the format contains such a conversion.
#define LETTER char
#define CODE(letter) (unsigned char)(letter)
#define ALLOCATES
#include "stdio/scan_format.h"

#define SCAN(call)                                                                                 \
  va_list list;                                                                                    \
  va_start(list, format);                                                                          \
  int stored = (call);                                                                             \
  va_end(list);                                                                                    \
  return stored

#define SCANF(name)                                                                                \
  int name(const char *restrict format, ...) { SCAN(scan_stream(stdin, format, list)); }
SCANF(__cassay_allocating_scanf)
SCANF(__cassay_allocating___isoc99_scanf)
SCANF(__cassay_allocating___isoc23_scanf)

#define FSCANF(name)                                                                               \
  int name(FILE *restrict stream, const char *restrict format, ...) {                              \
    SCAN(scan_stream(stream, format, list));                                                       \
  }
FSCANF(__cassay_allocating_fscanf)
FSCANF(__cassay_allocating___isoc99_fscanf)
FSCANF(__cassay_allocating___isoc23_fscanf)

#define SSCANF(name)                                                                               \
  int name(const char *restrict text, const char *restrict format, ...) {                          \
    SCAN(scan_text(text, format, list));                                                           \
  }
SSCANF(__cassay_allocating_sscanf)
SSCANF(__cassay_allocating___isoc99_sscanf)
SSCANF(__cassay_allocating___isoc23_sscanf)
