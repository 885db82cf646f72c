// Angles of given sines, cosines and tangents.
#include "math/approximate.h"

#define DEFINE(T, S, ANY, P)                                                                       \
  T asin##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x < -1 || x > 1, DOMAIN_ERROR(T));                                                   \
    RETURN_IF(x == 0, x);                                                                          \
    ANY_VALUE(T, ANY, "asin");                                                                     \
    SAME_SIGN(x);                                                                                  \
    T m = MAGNITUDE(S, r);                                                                         \
    ASSUME(m >= MAGNITUDE(S, x) && m <= HALF_PI_MORE(T));                                          \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T acos##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x < -1 || x > 1, DOMAIN_ERROR(T));                                                   \
    RETURN_IF(x == 1, 0);                                                                          \
    ANY_VALUE(T, ANY, "acos");                                                                     \
    ASSUME(r > 0 && r <= PI_MORE(T));                                                              \
    ASSUME(x >= 0 ? r <= HALF_PI_MORE(T) : r >= HALF_PI_LESS(T));                                  \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T atan##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, x);                                                                          \
    ANY_VALUE(T, ANY, "atan");                                                                     \
    SAME_SIGN(x);                                                                                  \
    T m = MAGNITUDE(S, r);                                                                         \
    ASSUME(m <= MAGNITUDE(S, x) && m <= HALF_PI_MORE(T));                                          \
    ASSUME(IS_FINITE(T, x) || m >= HALF_PI_LESS(T));                                               \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T atan2##S(T y, T x) {                                                                           \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x) || IS_NAN(y), NOT_A_NUMBER(T));                                            \
    _Bool left = WITH_SIGN(S, (T)1, x) < 0;                                                        \
    RETURN_IF(y == 0 && !left, y);                                                                 \
    ANY_VALUE(T, ANY, "atan2");                                                                    \
    /* Underflow can make the result zero, of the sign of y. */                                    \
    ASSUME(WITH_SIGN(S, (T)1, r) == WITH_SIGN(S, (T)1, y));                                        \
    T m = MAGNITUDE(S, r);                                                                         \
    ASSUME(m <= PI_MORE(T));                                                                       \
    ASSUME(y != 0 || m >= PI_LESS(T));                                                             \
    ASSUME(left ? m >= HALF_PI_LESS(T) : m <= HALF_PI_MORE(T));                                    \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
