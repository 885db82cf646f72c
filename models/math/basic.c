// fabs, copysign, fmin, fmax, fdim, fma and sqrt.
#include "math/types.h"
#include <math.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  T fabs##S(T x) { return MAGNITUDE(S, x); }                                                       \
  T copysign##S(T x, T y) { return WITH_SIGN(S, x, y); }                                           \
  T fmin##S(T x, T y) { return IS_NAN(x) ? y : IS_NAN(y) || x < y ? x : y; }                       \
  T fmax##S(T x, T y) { return IS_NAN(x) ? y : IS_NAN(y) || x > y ? x : y; }                       \
  T fdim##S(T x, T y) { return x <= y ? 0 : x - y; }                                               \
  T fma##S(T x, T y, T z) { return __builtin_fma##S(x, y, z); }                                    \
  T sqrt##S(T x) { return x < 0 ? DOMAIN_ERROR(T) : __builtin_sqrt##S(x); }

FOR_EACH_TYPE(DEFINE)
