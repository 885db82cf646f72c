// Rounding to integral values in floating-point format.
#include "math/types.h"
#include <math.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  T floor##S(T x) { return __builtin_floor##S(x); }                                                \
  T ceil##S(T x) { return __builtin_ceil##S(x); }                                                  \
  T trunc##S(T x) { return __builtin_trunc##S(x); }                                                \
  T round##S(T x) { return __builtin_round##S(x); }                                                \
  T roundeven##S(T x) { return __builtin_roundeven##S(x); }                                        \
  T rint##S(T x) { return __builtin_rint##S(x); }                                                  \
  T nearbyint##S(T x) { return __builtin_nearbyint##S(x); }                                        \
  T modf##S(T x, T *whole) {                                                                       \
    *whole = __builtin_trunc##S(x);                                                                \
    return WITH_SIGN(S, IS_INFINITE(T, x) ? 0 : x - *whole, x);                                    \
  }

FOR_EACH_TYPE(DEFINE)
