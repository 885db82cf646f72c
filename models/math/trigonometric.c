// Trigonometric functions.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define SINES(T, x, r)                                                                             \
  WITHIN(T, x, r, 0, 0.25, 0, 0.2474045);                                                          \
  WITHIN(T, x, r, 0.25, 0.5, 0.2474035, 0.4794265);                                                \
  WITHIN(T, x, r, 0.5, 0.75, 0.4794246, 0.6816401);                                                \
  WITHIN(T, x, r, 0.75, 1, 0.6816374, 0.8414727);                                                  \
  WITHIN(T, x, r, 1, 1.25, 0.8414693, 0.9489865);                                                  \
  WITHIN(T, x, r, 1.25, 1.5, 0.9489827, 0.997497);                                                 \
  WITHIN(T, x, r, 1.5, 1.75, 0.983984, 1);                                                         \
  WITHIN(T, x, r, 1.75, 2, 0.9092956, 0.9839879);                                                  \
  WITHIN(T, x, r, 2, 2.25, 0.7780716, 0.9092992);                                                  \
  WITHIN(T, x, r, 2.25, 2.5, 0.5984709, 0.7780748);                                                \
  WITHIN(T, x, r, 2.5, 2.75, 0.3816602, 0.5984733);                                                \
  WITHIN(T, x, r, 2.75, 3, 0.1411197, 0.3816618)

#define COSINES(T, x, r)                                                                           \
  WITHIN(T, x, r, 0, 0.25, 0.9689105, 1);                                                          \
  WITHIN(T, x, r, 0.25, 0.5, 0.8775808, 0.9689144);                                                \
  WITHIN(T, x, r, 0.5, 0.75, 0.7316874, 0.8775843);                                                \
  WITHIN(T, x, r, 0.75, 1, 0.5403012, 0.7316903);                                                  \
  WITHIN(T, x, r, 1, 1.25, 0.3153217, 0.5403034);                                                  \
  WITHIN(T, x, r, 1.25, 1.5, 0.07073706, 0.315323);                                                \
  WITHIN(T, x, r, 1.5, 1.75, -0.1782464, 0.07073734);                                              \
  WITHIN(T, x, r, 1.75, 2, -0.4161477, -0.1782457);                                                \
  WITHIN(T, x, r, 2, 2.25, -0.6281749, -0.416146);                                                 \
  WITHIN(T, x, r, 2.25, 2.5, -0.8011452, -0.6281724);                                              \
  WITHIN(T, x, r, 2.5, 2.75, -0.9243042, -0.801142);                                               \
  WITHIN(T, x, r, 2.75, 3, -0.9899945, -0.9243005)

#define TANGENTS(T, x, r)                                                                          \
  RISING(T, x, r, 0.25, 0.2553414, 0.2553424);                                                     \
  RISING(T, x, r, 0.5, 0.5463014, 0.5463036);                                                      \
  RISING(T, x, r, 0.75, 0.9315946, 0.9315983);                                                     \
  RISING(T, x, r, 1, 1.557405, 1.557411);                                                          \
  RISING(T, x, r, 1.25, 3.009564, 3.009576)

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
    if (x >= -3 && x <= 3) {                                                                       \
      SAME_SIGN(x);                                                                                \
      SINES(T, MAGNITUDE(S, x), MAGNITUDE(S, r));                                                  \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T cos##S(T x) {                                                                                  \
    NO_ANGLE(T, x);                                                                                \
    RETURN_IF(x == 0, 1);                                                                          \
    ANY_VALUE(T, ANY, "cos");                                                                      \
    ASSUME(r >= -1 && r <= 1 && (r > 0 || x < (T)-1.5 || x > (T)1.5));                             \
    COSINES(T, MAGNITUDE(S, x), r);                                                                \
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
      TANGENTS(T, MAGNITUDE(S, x), MAGNITUDE(S, r));                                               \
    }                                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  void sincos##S(T x, T *sine, T *cosine) {                                                        \
    *sine = sin##S(x);                                                                             \
    *cosine = cos##S(x);                                                                           \
  }

FOR_EACH_TYPE(DEFINE)
