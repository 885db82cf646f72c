// Conversion of wide strings to integers.
#include "stdlib/integers.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <wchar.h>

DEFINE_READ_INTEGER(read_integer, wchar_t)

DEFINE_SIGNED(wcstol, read_integer, wchar_t, long, LONG_MIN, LONG_MAX)
DEFINE_SIGNED(wcstoll, read_integer, wchar_t, long long, LLONG_MIN, LLONG_MAX)
DEFINE_SIGNED(wcstoimax, read_integer, wchar_t, intmax_t, INTMAX_MIN, INTMAX_MAX)
DEFINE_UNSIGNED(wcstoul, read_integer, wchar_t, unsigned long, ULONG_MAX)
DEFINE_UNSIGNED(wcstoull, read_integer, wchar_t, unsigned long long, ULLONG_MAX)
DEFINE_UNSIGNED(wcstoumax, read_integer, wchar_t, uintmax_t, UINTMAX_MAX)
