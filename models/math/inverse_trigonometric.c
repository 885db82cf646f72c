// Inverse trigonometric functions.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define SINES(T, x, r)                                                                             \
  RISING(T, x, r, 0.25, 0.2526797, 0.2526808);                                                     \
  RISING(T, x, r, 0.5, 0.5235977, 0.5235998);                                                      \
  RISING(T, x, r, 0.625, 0.6751302, 0.6751329);                                                    \
  RISING(T, x, r, 0.75, 0.8480604, 0.8480638);                                                     \
  RISING(T, x, r, 0.875, 1.065434, 1.065438);                                                      \
  RISING(T, x, r, 0.9375, 1.215373, 1.215378)

#define COSINES(T, x, r)                                                                           \
  FALLING(T, x, r, -0.875, 2.636227, 2.636237);                                                    \
  FALLING(T, x, r, -0.75, 2.418854, 2.418863);                                                     \
  FALLING(T, x, r, -0.5, 2.094391, 2.094399);                                                      \
  FALLING(T, x, r, -0.25, 1.823473, 1.82348);                                                      \
  FALLING(T, x, r, 0.25, 1.318113, 1.318119);                                                      \
  FALLING(T, x, r, 0.5, 1.047195, 1.0472);                                                         \
  FALLING(T, x, r, 0.75, 0.7227328, 0.7227357);                                                    \
  FALLING(T, x, r, 0.875, 0.5053595, 0.5053615)

#define TANGENTS(T, x, r)                                                                          \
  RISING(T, x, r, 0.25, 0.2449782, 0.2449792);                                                     \
  RISING(T, x, r, 0.5, 0.4636467, 0.4636485);                                                      \
  RISING(T, x, r, 0.75, 0.6434998, 0.6435024);                                                     \
  RISING(T, x, r, 1, 0.7853966, 0.7853997);                                                        \
  RISING(T, x, r, 1.5, 0.9827918, 0.9827957);                                                      \
  RISING(T, x, r, 2, 1.107147, 1.107151);                                                          \
  RISING(T, x, r, 3, 1.249043, 1.249048);                                                          \
  RISING(T, x, r, 4, 1.325815, 1.32582);                                                           \
  RISING(T, x, r, 8, 1.446438, 1.446444);                                                          \
  RISING(T, x, r, 16, 1.508375, 1.508381);                                                         \
  RISING(T, x, r, 100, 1.560794, 1.5608)

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
    SINES(T, MAGNITUDE(S, x), m);                                                                  \
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
    COSINES(T, x, r);                                                                              \
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
    TANGENTS(T, MAGNITUDE(S, x), m);                                                               \
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
