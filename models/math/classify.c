// The functions that the classification macros of <math.h> expand to.
#include "math/types.h"
#include <math.h>
#undef isnan
#undef isinf

#define DEFINE(T, S, ANY, P)                                                                       \
  int __isnan##S(T x) { return IS_NAN(x); }                                                        \
  int isnan##S(T x) { return IS_NAN(x); }                                                          \
  int __isinf##S(T x) { return x == INFINITE(T) ? 1 : x == -INFINITE(T) ? -1 : 0; }                \
  int isinf##S(T x) { return x == INFINITE(T) ? 1 : x == -INFINITE(T) ? -1 : 0; }                  \
  int __finite##S(T x) { return IS_FINITE(T, x); }                                                 \
  int finite##S(T x) { return IS_FINITE(T, x); }                                                   \
  int __fpclassify##S(T x) {                                                                       \
    if (IS_NAN(x))                                                                                 \
      return FP_NAN;                                                                               \
    if (IS_INFINITE(T, x))                                                                         \
      return FP_INFINITE;                                                                          \
    if (x == 0)                                                                                    \
      return FP_ZERO;                                                                              \
    return MAGNITUDE(S, x) < P##_MIN ? FP_SUBNORMAL : FP_NORMAL;                                   \
  }

FOR_EACH_TYPE(DEFINE)

int __signbit(double x) { return (int)(((union double_bits){x}).bits >> 63); }

int __signbitf(float x) { return (int)(((union float_bits){x}).bits >> 31); }

int __signbitl(long double x) { return ((union ldouble_bits){x}).parts.top >> 15; }

// A NaN is signaling if the highest bit of its fraction is clear.
int __issignaling(double x) {
  uint64_t bits = ((union double_bits){x}).bits & INT64_MAX;
  return bits > (uint64_t)0x7ff << 52 && bits < (uint64_t)0xfff << 51;
}

int __issignalingf(float x) {
  uint32_t bits = ((union float_bits){x}).bits & INT32_MAX;
  return bits > 0x7f800000 && bits < 0x7fc00000;
}

int __issignalingl(long double x) {
  union ldouble_bits parts = {x};
  uint64_t behind = parts.parts.fraction << 1;
  return (parts.parts.top & 0x7fff) == 0x7fff && behind != 0 && behind >> 63 == 0;
}
