// Remainders. Cassay has an exact fmod; the others are derived from it. They do not round, because all
// intermediate values are representable.
#include "math/types.h"
#include <math.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  T fmod##S(T x, T y) {                                                                            \
    if ((IS_INFINITE(T, x) && !IS_NAN(y)) || (y == 0 && !IS_NAN(x)))                               \
      return DOMAIN_ERROR(T);                                                                      \
    return __builtin_fmod##S(x, y);                                                                \
  }                                                                                                \
                                                                                                   \
  T remquo##S(T x, T y, int *quotient) {                                                           \
    *quotient = 0;                                                                                 \
    if (IS_NAN(x) || IS_NAN(y))                                                                    \
      return NOT_A_NUMBER(T);                                                                      \
    if (IS_INFINITE(T, x) || y == 0)                                                               \
      return DOMAIN_ERROR(T);                                                                      \
    if (IS_INFINITE(T, y))                                                                         \
      return x;                                                                                    \
    T step = MAGNITUDE(S, y), rest = MAGNITUDE(S, x);                                              \
    unsigned count = 0;                                                                            \
    /* Seven bits of the quotient would do; three are promised, and eight steps must be finite. */ \
    if (step <= P##_MAX / 8)                                                                       \
      rest = __builtin_fmod##S(rest, 8 * step);                                                    \
    if (step <= P##_MAX / 4 && rest >= 4 * step) {                                                 \
      rest -= 4 * step;                                                                            \
      count += 4;                                                                                  \
    }                                                                                              \
    if (step <= P##_MAX / 2 && rest >= 2 * step) {                                                 \
      rest -= 2 * step;                                                                            \
      count += 2;                                                                                  \
    }                                                                                              \
    if (rest >= step) {                                                                            \
      rest -= step;                                                                                \
      count += 1;                                                                                  \
    }                                                                                              \
    /* Now rest < step: compare with its half, without rounding. Ties go to the even quotient. */  \
    T other = step - rest;                                                                         \
    if (rest > other || (rest == other && (count & 1))) {                                          \
      rest -= step;                                                                                \
      count += 1;                                                                                  \
    }                                                                                              \
    count &= 7;                                                                                    \
    *quotient = (x < 0) != (y < 0) ? -(int)count : (int)count;                                     \
    return rest == 0 ? WITH_SIGN(S, 0, x) : x < 0 ? -rest : rest;                                  \
  }                                                                                                \
                                                                                                   \
  T remainder##S(T x, T y) {                                                                       \
    int quotient;                                                                                  \
    return remquo##S(x, y, &quotient);                                                             \
  }                                                                                                \
                                                                                                   \
  T drem##S(T x, T y) { return remainder##S(x, y); }

FOR_EACH_TYPE(DEFINE)
