// Exponential functions.
#include "math/approximate.h"

// Arguments from which on the result is too large, and below which it is too small.
#define DOUBLE_LARGE 709.79
#define DOUBLE_SMALL -745.2
#define FLOAT_LARGE 88.73f
#define FLOAT_SMALL -104.0f
#define LDOUBLE_LARGE 11356.6L
#define LDOUBLE_SMALL -11400.0L
#define BOUND(T, what)                                                                             \
  ((T)(sizeof(T) == 4 ? FLOAT_##what : sizeof(T) == 8 ? DOUBLE_##what : LDOUBLE_##what))

// Common to all: e^x >= x for x >= 0, and a positive number while x is not small. The slack is for
// functions that implementations compute less exactly.
#define POWER_OF(T, ANY, P, name, x, large, small, slack)                                          \
  NOTE();                                                                                          \
  RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                           \
  RETURN_IF(x == INFINITE(T), x);                                                                  \
  RETURN_IF(x == -INFINITE(T), 0);                                                                 \
  RETURN_IF(x == 0, 1);                                                                            \
  RETURN_IF(x > (large), OVERFLOW(T, P));                                                          \
  RETURN_IF(x < (small), UNDERFLOW(T, P));                                                         \
  ANY_VALUE(T, ANY, name);                                                                         \
  ASSUME(x > 0 ? r >= 1 - (slack) && r >= x : r >= 0 && r <= 1 + (slack));                         \
  ASSUME(x < (small) / 2 || r > 0);                                                                \
  return r

#define DEFINE(T, S, ANY, P)                                                                       \
  T exp##S(T x) { POWER_OF(T, ANY, P, "exp", x, BOUND(T, LARGE), BOUND(T, SMALL), 0); }            \
                                                                                                   \
  T exp2##S(T x) {                                                                                 \
    if (x > P##_MIN_EXP && x < P##_MAX_EXP && x == __builtin_rint##S(x))                           \
      return scalbn##S(1, (int)x);                                                                 \
    /* 2^x >= x as well. */                                                                        \
    POWER_OF(T, ANY, P, "exp2", x, (T)P##_MAX_EXP, (T)(P##_MIN_EXP - P##_MANT_DIG - 2), 0);        \
  }                                                                                                \
                                                                                                   \
  T exp10##S(T x) {                                                                                \
    POWER_OF(T, ANY, P, "exp10", x, (T)(P##_MAX_10_EXP + 1),                                       \
             (T)(P##_MIN_10_EXP - P##_DIG - 5), 8 * P##_EPSILON);                                  \
  }                                                                                                \
                                                                                                   \
  T expm1##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || x == INFINITE(T), x);                                                      \
    RETURN_IF(x == -INFINITE(T), -1);                                                              \
    RETURN_IF(x > BOUND(T, LARGE), OVERFLOW(T, P));                                                \
    ANY_VALUE(T, ANY, "expm1");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(r >= x && r >= -1);                                                                     \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
