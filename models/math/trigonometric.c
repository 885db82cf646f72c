// Circular functions.
#include "math/approximate.h"

#define NO_ANGLE(T, x)                                                                             \
  NOTE();                                                                                          \
  RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                           \
  RETURN_IF(IS_INFINITE(T, x), DOMAIN_ERROR(T))

#define DEFINE(T, S, ANY, P)                                                                       \
  T sin##S(T x) {                                                                                  \
    NO_ANGLE(T, x);                                                                                \
    RETURN_IF(x == 0, x);                                                                          \
    ANY_VALUE(T, ANY, "sin");                                                                      \
    ASSUME(r >= -1 && r <= 1 && MAGNITUDE(S, r) <= MAGNITUDE(S, x));                               \
    if (x >= -3 && x <= 3)                                                                         \
      SAME_SIGN(x);                                                                                \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T cos##S(T x) {                                                                                  \
    NO_ANGLE(T, x);                                                                                \
    RETURN_IF(x == 0, 1);                                                                          \
    ANY_VALUE(T, ANY, "cos");                                                                      \
    ASSUME(r >= -1 && r <= 1 && (r > 0 || x < (T)-1.5 || x > (T)1.5));                             \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T tan##S(T x) {                                                                                  \
    NO_ANGLE(T, x);                                                                                \
    RETURN_IF(x == 0, x);                                                                          \
    ANY_VALUE(T, ANY, "tan");                                                                      \
    ASSUME(IS_FINITE(T, r));                                                                       \
    if (x >= (T)-1.5 && x <= (T)1.5) {                                                             \
      SAME_SIGN(x);                                                                                \
      ASSUME(MAGNITUDE(S, r) >= MAGNITUDE(S, x) && r >= -15 && r <= 15);                           \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  void sincos##S(T x, T *sine, T *cosine) {                                                        \
    *sine = sin##S(x);                                                                             \
    *cosine = cos##S(x);                                                                           \
  }

FOR_EACH_TYPE(DEFINE)
