// Hyperbolic functions and their inverses.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define SINES(T, x, r)                                                                             \
  RISING(T, x, r, 0.25, 0.2526118, 0.2526128);                                                     \
  RISING(T, x, r, 0.5, 0.5210943, 0.5210963);                                                      \
  RISING(T, x, r, 1, 1.175199, 1.175204);                                                          \
  RISING(T, x, r, 1.5, 2.129275, 2.129284);                                                        \
  RISING(T, x, r, 2, 3.626853, 3.626868);                                                          \
  RISING(T, x, r, 3, 10.01785, 10.01789);                                                          \
  RISING(T, x, r, 4, 27.28986, 27.28997);                                                          \
  RISING(T, x, r, 5, 74.20306, 74.20336);                                                          \
  RISING(T, x, r, 10, 11013.21, 11013.25);                                                         \
  RISING(T, x, r, 20, 2.425821e+08, 2.425831e+08);                                                 \
  RISING(T, x, r, 40, 1.176924e+17, 1.176929e+17)

#define COSINES(T, x, r)                                                                           \
  RISING(T, x, r, 0.25, 1.031411, 1.031415);                                                       \
  RISING(T, x, r, 0.5, 1.127624, 1.127628);                                                        \
  RISING(T, x, r, 1, 1.543078, 1.543084);                                                          \
  RISING(T, x, r, 1.5, 2.352405, 2.352414);                                                        \
  RISING(T, x, r, 2, 3.762188, 3.762203);                                                          \
  RISING(T, x, r, 3, 10.06764, 10.06768);                                                          \
  RISING(T, x, r, 4, 27.30818, 27.30829);                                                          \
  RISING(T, x, r, 5, 74.2098, 74.2101);                                                            \
  RISING(T, x, r, 10, 11013.21, 11013.25);                                                         \
  RISING(T, x, r, 20, 2.425821e+08, 2.425831e+08);                                                 \
  RISING(T, x, r, 40, 1.176924e+17, 1.176929e+17)

#define TANGENTS(T, x, r)                                                                          \
  RISING(T, x, r, 0.25, 0.2449182, 0.2449192);                                                     \
  RISING(T, x, r, 0.5, 0.4621162, 0.4621181);                                                      \
  RISING(T, x, r, 0.75, 0.6351477, 0.6351502);                                                     \
  RISING(T, x, r, 1, 0.7615926, 0.7615957);                                                        \
  RISING(T, x, r, 1.5, 0.9051464, 0.9051501);                                                      \
  RISING(T, x, r, 2, 0.9640257, 0.9640295);                                                        \
  RISING(T, x, r, 3, 0.9950528, 0.9950567);                                                        \
  RISING(T, x, r, 4, 0.9993273, 0.9993313)

// Implementations of these functions are known to err by two units in the last place.
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
    SINES(T, MAGNITUDE(S, x), MAGNITUDE(S, r));                                                    \
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
    COSINES(T, MAGNITUDE(S, x), r);                                                                \
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
    TANGENTS(T, MAGNITUDE(S, x), MAGNITUDE(S, r));                                                 \
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
