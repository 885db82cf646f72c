// Conversion of text to integers without error reports: the result is undefined if it does not fit (C17
// 7.22.1).
#include "stdlib/integers.h"
#include <limits.h>
#include <stdlib.h>

DEFINE_READ_INTEGER(read_integer, char)

#define CONVERT(name, result, greatest)                                                            \
  result name(const char *text) {                                                                  \
    struct integer read = read_integer(text, 10);                                                  \
    CLAIM(!read.too_large && read.magnitude <= (unsigned long long)(greatest) + read.negative,     \
          "the number in the text is representable");                                              \
    return (result)(read.negative ? -read.magnitude : read.magnitude);                             \
  }

CONVERT(atoi, int, INT_MAX)
CONVERT(atol, long, LONG_MAX)
CONVERT(atoll, long long, LLONG_MAX)
