// Conversion of text to integers.
#include "stdlib/integers.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

DEFINE_READ_INTEGER(read_integer, char)

DEFINE_SIGNED(strtol, read_integer, char, long, LONG_MIN, LONG_MAX)
DEFINE_SIGNED(strtoll, read_integer, char, long long, LLONG_MIN, LLONG_MAX)
DEFINE_SIGNED(strtoimax, read_integer, char, intmax_t, INTMAX_MIN, INTMAX_MAX)
DEFINE_SIGNED(strtoq, read_integer, char, long long, LLONG_MIN, LLONG_MAX)
DEFINE_SIGNED(__isoc23_strtol, read_integer, char, long, LONG_MIN, LONG_MAX)
DEFINE_SIGNED(__isoc23_strtoll, read_integer, char, long long, LLONG_MIN, LLONG_MAX)
DEFINE_SIGNED(__isoc23_strtoimax, read_integer, char, intmax_t, INTMAX_MIN, INTMAX_MAX)
DEFINE_UNSIGNED(strtoul, read_integer, char, unsigned long, ULONG_MAX)
DEFINE_UNSIGNED(strtoull, read_integer, char, unsigned long long, ULLONG_MAX)
DEFINE_UNSIGNED(strtoumax, read_integer, char, uintmax_t, UINTMAX_MAX)
DEFINE_UNSIGNED(strtouq, read_integer, char, unsigned long long, ULLONG_MAX)
DEFINE_UNSIGNED(__isoc23_strtoul, read_integer, char, unsigned long, ULONG_MAX)
DEFINE_UNSIGNED(__isoc23_strtoull, read_integer, char, unsigned long long, ULLONG_MAX)
DEFINE_UNSIGNED(__isoc23_strtoumax, read_integer, char, uintmax_t, UINTMAX_MAX)

long __strtol_internal(const char *restrict text, char **restrict end, int base, int group) {
  return strtol(text, end, base);
}
