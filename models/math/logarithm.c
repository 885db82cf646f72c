// Logarithms.
#include "math/approximate.h"

// A logarithm with its values at the greatest and least positive numbers, rounded outward.
#define LOGARITHM(T, S, ANY, name, text, most, least)                                              \
  T name##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, -POLE(T));                                                                   \
    RETURN_IF(x < 0, DOMAIN_ERROR(T));                                                             \
    RETURN_IF(x == INFINITE(T), x);                                                                \
    RETURN_IF(x == 1, 0);                                                                          \
    ANY_VALUE(T, ANY, text);                                                                       \
    ASSUME(x > 1 ? r > 0 && r <= (most) && r <= x : r < 0 && r >= (least));                        \
    return r;                                                                                      \
  }

#define DEFINE(T, S, ANY, P)                                                                       \
  LOGARITHM(T, S, ANY, log, "log", (T)(P##_MAX_EXP * 0.6932), (T)-11500)                           \
  LOGARITHM(T, S, ANY, log2, "log2", (T)P##_MAX_EXP, (T)(P##_MIN_EXP - P##_MANT_DIG - 1))          \
  LOGARITHM(T, S, ANY, log10, "log10", (T)(P##_MAX_10_EXP + 1), (T)(P##_MIN_10_EXP - P##_DIG - 5)) \
                                                                                                   \
  T log1p##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || x == INFINITE(T), x);                                                      \
    RETURN_IF(x == -1, -POLE(T));                                                                  \
    RETURN_IF(x < -1, DOMAIN_ERROR(T));                                                            \
    ANY_VALUE(T, ANY, "log1p");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(r <= x && r >= -45 && r <= (T)(P##_MAX_EXP * 0.6932));                                  \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
