// Macros that define a function once for the three floating types of C.
#ifndef CASSAY_MATH_TYPES_H
#define CASSAY_MATH_TYPES_H

#include "cassay.h"
#include <errno.h>
#include <float.h>
#include <stdint.h>

// Applies a macro to (type, suffix of the function, name of the type in cassay.h, prefix in <float.h>).
#define FOR_EACH_TYPE(M)                                                                           \
  M(double, , double, DBL)                                                                         \
  M(float, f, float, FLT)                                                                          \
  M(long double, l, ldouble, LDBL)

#define NOT_A_NUMBER(T) ((T)__builtin_nan(""))
#define INFINITE(T) ((T)__builtin_inf())
#define IS_NAN(x) ((x) != (x))
// Comparisons with infinity are exact and do not look at the bits.
#define IS_INFINITE(T, x) ((x) == INFINITE(T) || (x) == -INFINITE(T))
#define IS_FINITE(T, x) ((x) > -INFINITE(T) && (x) < INFINITE(T))

// clang knows the exact meaning of both, but each only for one type.
#define MAGNITUDE(S, x) __builtin_fabs##S(x)
#define WITH_SIGN(S, x, y) __builtin_copysign##S((x), (y))

#define DOMAIN_ERROR(T) (errno = EDOM, NOT_A_NUMBER(T))

union double_bits {
  double value;
  uint64_t bits;
};
union float_bits {
  float value;
  uint32_t bits;
};
// The x87 format stores the leading bit of the fraction.
union ldouble_bits {
  long double value;
  struct {
    uint64_t fraction;
    uint16_t top;
  } parts;
};

#endif
