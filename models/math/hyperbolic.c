// Hyperbolic functions and their inverses.
#include "math/approximate.h"

// Implementations of these are known to miss by two units of the last digit.
#define MORE(P) (1 + 8 * P##_EPSILON)
#define LESS(P) (1 - 8 * P##_EPSILON)

#define DEFINE(T, S, ANY, P)                                                                       \
  T sinh##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || IS_INFINITE(T, x), x);                                                     \
    ANY_VALUE(T, ANY, "sinh");                                                                     \
    SAME_SIGN(x);                                                                                  \
    ASSUME(MAGNITUDE(S, r) >= MAGNITUDE(S, x) * LESS(P));                                          \
    if (IS_INFINITE(T, r))                                                                         \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T cosh##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, 1);                                                                          \
    RETURN_IF(IS_INFINITE(T, x), INFINITE(T));                                                     \
    ANY_VALUE(T, ANY, "cosh");                                                                     \
    ASSUME(r >= 1 && r >= MAGNITUDE(S, x));                                                        \
    if (IS_INFINITE(T, r))                                                                         \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T tanh##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, x);                                                                          \
    RETURN_IF(IS_INFINITE(T, x), WITH_SIGN(S, (T)1, x));                                           \
    ANY_VALUE(T, ANY, "tanh");                                                                     \
    SAME_SIGN(x);                                                                                  \
    ASSUME(MAGNITUDE(S, r) <= MAGNITUDE(S, x) * MORE(P) && r >= -1 && r <= 1);                     \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T asinh##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || IS_INFINITE(T, x), x);                                                     \
    ANY_VALUE(T, ANY, "asinh");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(MAGNITUDE(S, r) <= MAGNITUDE(S, x) * MORE(P) && r >= -11358 && r <= 11358);             \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T acosh##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x < 1, DOMAIN_ERROR(T));                                                             \
    RETURN_IF(x == 1, 0);                                                                          \
    RETURN_IF(x == INFINITE(T), x);                                                                \
    ANY_VALUE(T, ANY, "acosh");                                                                    \
    ASSUME(r > 0 && r <= x && r <= 11358);                                                         \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T atanh##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x < -1 || x > 1, DOMAIN_ERROR(T));                                                   \
    RETURN_IF(x == 1 || x == -1, WITH_SIGN(S, POLE(T), x));                                        \
    RETURN_IF(x == 0, x);                                                                          \
    ANY_VALUE(T, ANY, "atanh");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(MAGNITUDE(S, r) >= MAGNITUDE(S, x) * LESS(P) && r >= -45 && r <= 45);                   \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
