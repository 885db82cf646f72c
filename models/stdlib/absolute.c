// Absolute values and quotients with remainders.
#include "cassay.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#define ABSOLUTE(name, type, least)                                                                \
  type name(type value) {                                                                          \
    __cassay_claim(value != least, "overflow.neg", "the absolute value is representable");         \
    return value < 0 ? -value : value;                                                             \
  }

ABSOLUTE(abs, int, INT_MIN)
ABSOLUTE(labs, long, LONG_MIN)
ABSOLUTE(llabs, long long, LLONG_MIN)
ABSOLUTE(imaxabs, intmax_t, INTMAX_MIN)

#define DIVIDE(name, result, type, least)                                                          \
  result name(type dividend, type divisor) {                                                       \
    __cassay_claim(divisor != 0, "division-by-zero", "the divisor is not zero");                   \
    __cassay_claim(dividend != least || divisor != -1, "overflow.div",                             \
                   "the quotient is representable");                                               \
    result both;                                                                                   \
    both.quot = dividend / divisor;                                                                \
    both.rem = dividend % divisor;                                                                 \
    return both;                                                                                   \
  }

DIVIDE(div, div_t, int, INT_MIN)
DIVIDE(ldiv, ldiv_t, long, LONG_MIN)
DIVIDE(lldiv, lldiv_t, long long, LLONG_MIN)
DIVIDE(imaxdiv, imaxdiv_t, intmax_t, INTMAX_MIN)
